import { MessagesDeltaValue, END, MemorySaver, START, StateGraph, StateSchema } from "@langchain/langgraph";
import { HumanMessage } from "@langchain/core/messages";
import { isPlimsollError } from "@plimsoll/core";
import { describe, expect, it } from "vitest";
import { artifactName, summaryRecord } from "../../../../test/savers/summary-record.ts";
import { cellOf } from "./saver-cell.ts";
import { withPinnedSummaries } from "./with-pinned-summaries.ts";

const State = new StateSchema({ messages: MessagesDeltaValue });

/** A thread of two turns over a channel that stores only its changes; two nodes write to it in the same step. */
async function threadOf(saver = new MemorySaver()) {
  const pinned = withPinnedSummaries(saver);
  let runs = 0;
  const say = (name: string) => () => {
    runs++;
    return { messages: [new HumanMessage({ id: `${name}${runs}`, content: name })] };
  };
  const graph = new StateGraph(State)
    .addNode("right", say("right"))
    .addNode("left", say("left"))
    .addEdge(START, "right")
    .addEdge(START, "left")
    .addEdge("left", END)
    .addEdge("right", END)
    .compile({ checkpointer: pinned });
  const config = (thread: string) => ({ configurable: { thread_id: thread } });
  for (const turn of [1, 2]) await graph.invoke({ messages: [new HumanMessage(`turn ${turn}`)] }, config("one"));
  await pinned.summaries.put("one", summaryRecord());
  const textsOf = async (thread: string) =>
    (await graph.getState(config(thread))).values.messages.map(({ text }: { text: string }) => text);
  return { saver, pinned, graph, config, textsOf, runs: () => runs };
}

const refusalOf = (promise: Promise<unknown>) => promise.catch((error: unknown) => error);

describe("copyThread", () => {
  it("copies state, history and summaries, and leaves the source alone", async () => {
    const { pinned, graph, config, textsOf } = await threadOf();
    const source = await textsOf("one");
    await pinned.copyThread("one", "two");
    expect(await textsOf("two")).toEqual(source);
    const stepsOf = async (thread: string) => {
      const steps: unknown[] = [];
      for await (const { metadata, next } of graph.getStateHistory(config(thread)))
        steps.push([metadata?.step, metadata?.source, next]);
      return steps;
    };
    expect(await stepsOf("two")).toEqual(await stepsOf("one"));
    expect(await pinned.summaries.get("two", artifactName(1))).toEqual(summaryRecord());
    await graph.invoke({ messages: [new HumanMessage("only in two")] }, config("two"));
    expect(await textsOf("one")).toEqual(source);
  });

  it("runs on from the checkpoint by itself: what was written after it is left out", async () => {
    const { pinned, graph, config, runs } = await threadOf();
    const history = [];
    for await (const state of graph.getStateHistory(config("one"))) history.push(state);
    const before = history.find(({ next }) => next.length > 0)?.config.configurable?.["checkpoint_id"];
    await pinned.copyThread("one", "two", { checkpointId: String(before) });
    const done = runs();
    expect((await graph.getState(config("two"))).tasks.map(({ result }) => result)).toEqual([undefined, undefined]);
    await graph.invoke(null, config("two"));
    expect(runs()).toBe(done + 2);
  });

  it("refuses where there is nothing to copy, or the target is not empty", async () => {
    const { pinned } = await threadOf();
    for (const [from, to, checkpointId] of [
      ["none", "two", undefined],
      ["one", "two", "00000000-0000-5000-8000-000000000000"],
      ["one", "one", undefined],
    ] as const) {
      const error = await refusalOf(pinned.copyThread(from, to, checkpointId === undefined ? {} : { checkpointId }));
      expect(isPlimsollError(error, "invalid_request")).toBe(true);
    }
    expect(await pinned.getTuple({ configurable: { thread_id: "two" } })).toBeUndefined();
  });

  it("creates nothing where a summary cannot be read", async () => {
    const { saver, pinned } = await threadOf();
    delete saver.storage["one"]?.[cellOf("one", artifactName(1)).checkpoint_ns];
    const error = await refusalOf(pinned.copyThread("one", "two"));
    expect(isPlimsollError(error, "replay_context_summary_unavailable")).toBe(true);
    expect(Object.keys(saver.storage)).toEqual(["one"]);
  });
});
