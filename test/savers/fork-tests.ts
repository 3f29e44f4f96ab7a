import { HumanMessage } from "@langchain/core/messages";
import { type BaseCheckpointSaver, END, ReducedValue, START, StateGraph, StateSchema } from "@langchain/langgraph";
import type { SummaryStore } from "@plimsoll/core";
import { words } from "@plimsoll/core/testing";
import { expect, it } from "vitest";
import * as z from "zod";
import { checkpointBefore, conversationGraph, holdConversation, neverTheSame } from "./fork-conversation.ts";

interface PinnedSaver extends BaseCheckpointSaver {
  readonly summaries: SummaryStore;
  copyThread(from: string, to: string, options?: { readonly checkpointId?: string }): Promise<void>;
}

/** What must hold for forks over a saver wrapped by `withPinnedSummaries`, whatever the saver. */
export function forkTests(openSaver: () => PinnedSaver | Promise<PinnedSaver>): void {
  it("gives a fork its own state, and leaves the branch it came from alone", async () => {
    expect(await forkedStates(await openSaver())).toEqual({
      fork: { note: "edited", trail: "edited -> b" },
      original: { note: "first", trail: "first -> b" },
    });
  });

  it("sends a fork before a summary the same bytes, without asking the summarizer", async () => {
    const saver = await openSaver();
    const held = await holdConversation(saver, saver.summaries);
    const original = held.sent[held.firstSummary];
    for (const _ of ["fork", "fork again"]) {
      await held.graph.invoke(null, await checkpointBefore(held, held.firstSummary));
      expect(held.sent.at(-1)).toEqual(original);
    }
    expect(held.asked).toBeGreaterThan(1);
    expect(held.summarizer.asked).toBe(held.asked);
  });

  it("reuses a summary when a kept turn is edited, and makes one when a replaced turn is", async () => {
    const saver = await openSaver();
    const held = await holdConversation(saver, saver.summaries);
    const edit = async (id: string) => {
      const before = await checkpointBefore(held, held.firstSummary);
      const message = new HumanMessage({ id, content: `edited ${words(41)}` });
      const fork = await held.graph.updateState(before, { messages: [message] }, "__start__");
      await held.graph.invoke(null, fork);
      return held.sent.at(-1);
    };
    const kept = await edit(`h${held.firstSummary}`);
    expect(held.summarizer.asked).toBe(held.asked);
    expect(kept).toEqual([...(held.sent[held.firstSummary] ?? []).slice(0, -1), `edited ${words(41)}`]);
    await edit("h0");
    expect(held.summarizer.asked).toBe(held.asked + 1);
  });

  it("sends a fork in a new thread the same bytes, after the source and its process are gone", async () => {
    const saver = await openSaver();
    const held = await holdConversation(saver, saver.summaries);
    const { configurable } = await checkpointBefore(held, held.firstSummary);
    await saver.copyThread("one", "two", { checkpointId: String(configurable?.["checkpoint_id"]) });
    await saver.deleteThread("one");
    const parts = { saver, store: saver.summaries, summarizer: neverTheSame(), sent: [] as string[][] };
    await conversationGraph(parts).invoke(null, { configurable: { thread_id: "two" } });
    expect(parts.sent).toEqual([held.sent[held.firstSummary]]);
    expect(parts.summarizer.asked).toBe(0);
    expect(await saver.summaries.list("one")).toEqual([]);
  });
}

const Trail = new StateSchema({
  note: z.string().default(""),
  trail: new ReducedValue(z.string().default(""), { reducer: (left: string, right: string) => left + right }),
});

/** Edits the note of a past checkpoint, runs on from there, and reads both branches. */
export async function forkedStates(saver: BaseCheckpointSaver) {
  const graph = new StateGraph(Trail)
    .addNode("a", () => ({ note: "first" }))
    .addNode("b", ({ note }) => ({ trail: `${note} -> b` }))
    .addEdge(START, "a")
    .addEdge("a", "b")
    .addEdge("b", END)
    .compile({ checkpointer: saver });
  const config = { configurable: { thread_id: "forked" } };
  await graph.invoke({ note: "asked" }, config);
  const head = (await graph.getState(config)).config;
  const history = [];
  for await (const state of graph.getStateHistory(config)) history.push(state);
  const beforeA = history.find(({ next }) => next[0] === "a");
  if (beforeA === undefined) throw new Error("no checkpoint before node a");
  const edited = await graph.updateState(beforeA.config, { note: "edited" }, "a");
  await graph.invoke(null, edited);
  return { fork: (await graph.getState(config)).values, original: (await graph.getState(head)).values };
}
