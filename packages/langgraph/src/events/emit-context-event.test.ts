import { END, MessagesValue, START, StateGraph, StateSchema } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";
import type { ContextEvent } from "./context-event.ts";
import { emitContextEvent, type Writer } from "./emit-context-event.ts";

const State = new StateSchema({ messages: MessagesValue });
const input = { messages: [] };
const event = (error: string): ContextEvent => ({ type: "context.listener_failed", error });

/** A graph that tells one event in a node of its own and one in a subgraph, through the writer given or that of the run. */
function graphThatTells(given?: Writer) {
  const tell = (error: string) => async (_state: object, config: { readonly writer?: Writer }) => {
    await emitContextEvent(event(error), { writer: given ?? config.writer });
    return {};
  };
  const inner = new StateGraph(State)
    .addNode("tell", tell("inner"))
    .addEdge(START, "tell")
    .addEdge("tell", END)
    .compile();
  return new StateGraph(State)
    .addNode("tell", tell("root"))
    .addNode("inner", inner)
    .addEdge(START, "tell")
    .addEdge("tell", "inner")
    .addEdge("inner", END)
    .compile();
}

describe("emitContextEvent", () => {
  it("tells each event once on the custom stream, a subgraph's too", async () => {
    const told: unknown[] = [];
    for await (const chunk of await graphThatTells().stream(input, { streamMode: "custom" })) told.push(chunk);
    expect(told).toEqual([event("root"), event("inner")]);
  });

  it("tells each once as a custom event of streamEvents v2", async () => {
    const told: unknown[] = [];
    for await (const { event: kind, name, data } of graphThatTells().streamEvents(input, { version: "v2" }))
      if (kind === "on_custom_event") told.push({ name, data });
    expect(told).toEqual(["root", "inner"].map((from) => ({ name: "context.listener_failed", data: event(from) })));
  });

  it("tells callbacks of a run that is not streamed", async () => {
    const told: unknown[] = [];
    const handleCustomEvent = (_name: string, data: unknown) => void told.push(data);
    await graphThatTells().invoke(input, { callbacks: [{ handleCustomEvent }] });
    expect(told).toEqual([event("root"), event("inner")]);
  });

  it("has nobody to tell outside a run", async () => {
    await expect(emitContextEvent(event("alone"), { writer: undefined })).resolves.toBeUndefined();
  });

  it("does not fail where the custom stream cannot be written, and tells the callbacks all the same", async () => {
    const told: unknown[] = [];
    const graph = graphThatTells(() => {
      throw new Error("closed");
    });
    const handleCustomEvent = (_name: string, data: unknown) => void told.push(data);
    await graph.invoke(input, { callbacks: [{ handleCustomEvent }] });
    expect(told).toEqual([event("root"), event("inner")]);
  });
});
