import { END, MessagesValue, START, StateGraph, StateSchema } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";
import type { ContextEvent } from "./context-event.ts";
import { contextEventsTransformer } from "./context-events-transformer.ts";
import { emitContextEvent } from "./emit-context-event.ts";

/** Has a `payload` of its own, as the envelope of the stream has. */
const event: ContextEvent = {
  type: "context.summarized",
  payload: {
    iteration: 1,
    replacedTurns: ["m1"],
    summaryRef: "ctxsum_1",
    tokenCounter: "chars",
    tokensBefore: 9,
    tokensAfter: 4,
  },
};

const State = new StateSchema({ messages: MessagesValue });
const transformers = [contextEventsTransformer] as const;

/** A graph that tells the event in a subgraph, and writes chunks of its own before and after. */
function graphThatTells() {
  const inner = new StateGraph(State)
    .addNode("tell", async (_state, { writer }) => {
      writer?.({ type: "context.loaded" });
      await emitContextEvent(event, { writer });
      writer?.("progress");
      return {};
    })
    .addEdge(START, "tell")
    .addEdge("tell", END)
    .compile();
  return new StateGraph(State).addNode("inner", inner).addEdge(START, "inner").addEdge("inner", END);
}

async function collect(events: AsyncIterable<ContextEvent>): Promise<readonly ContextEvent[]> {
  const collected: ContextEvent[] = [];
  for await (const each of events) collected.push(each);
  return collected;
}

describe("contextEventsTransformer", () => {
  it("gathers our events alone, once each, when the graph is compiled with it", async () => {
    const graph = graphThatTells().compile({ transformers });
    const run = await graph.streamEvents({ messages: [] }, { version: "v3" });
    expect(await collect(run.extensions.contextEvents)).toEqual([event]);
  });

  it("gathers them when a run is started with it, for every reader and also afterwards", async () => {
    const run = await graphThatTells().compile().streamEvents({ messages: [] }, { version: "v3", transformers });
    await run.output;
    const { contextEvents } = run.extensions;
    expect(await Promise.all([collect(contextEvents), collect(contextEvents)])).toEqual([[event], [event]]);
  });

  it("gathers the events of each run apart", async () => {
    const graph = graphThatTells().compile({ transformers });
    const runs = await Promise.all([1, 2].map(() => graph.streamEvents({ messages: [] }, { version: "v3" })));
    const gathered = await Promise.all(runs.map(({ extensions }) => collect(extensions.contextEvents)));
    expect(gathered).toEqual([[event], [event]]);
  });

  it("takes nothing out of the stream", async () => {
    const run = await graphThatTells().compile({ transformers }).streamEvents({ messages: [] }, { version: "v3" });
    const chunks: unknown[] = [];
    for await (const { method, params } of run) if (method === "custom") chunks.push(params.data);
    expect(chunks).toEqual([{ type: "context.loaded" }, event, "progress"].map((payload) => ({ payload })));
  });
});
