import { type BaseCheckpointSaver, END, ReducedValue, START, StateGraph, StateSchema } from "@langchain/langgraph";
import * as z from "zod";
import { firstWrong, type ForkCase, same } from "./fork-case.ts";
import { threadOf } from "./fork-conversation.ts";

const Trail = new StateSchema({
  note: z.string().default(""),
  trail: new ReducedValue(z.string().default(""), { reducer: (left: string, right: string) => left + right }),
});

/** Branches that write the same channel: savers that store values by version may give one the other's. */
export const valueCase: ForkCase = {
  id: "edited-value",
  title: "a fork that edits a value goes on with the edit, and the branch it came from keeps its value",
  async run({ saver }) {
    const { fork, original } = await forkedStates(saver);
    return firstWrong(
      [!same(fork, { note: "edited", trail: "edited -> b" }), `the fork has ${JSON.stringify(fork)}`],
      [!same(original, { note: "first", trail: "first -> b" }), `the original has ${JSON.stringify(original)}`],
    );
  },
};

/** Edits the note of a past checkpoint, runs on from there, and reads both branches. */
async function forkedStates(saver: BaseCheckpointSaver) {
  const graph = new StateGraph(Trail)
    .addNode("a", () => ({ note: "first" }))
    .addNode("b", ({ note }) => ({ trail: `${note} -> b` }))
    .addEdge(START, "a")
    .addEdge("a", "b")
    .addEdge("b", END)
    .compile({ checkpointer: saver });
  const config = threadOf("values");
  await graph.invoke({ note: "asked" }, config);
  const head = (await graph.getState(config)).config;
  const history = [];
  for await (const state of graph.getStateHistory(config)) history.push(state);
  const beforeA = history.find(({ next }) => next[0] === "a");
  if (beforeA === undefined) throw new Error("there is no checkpoint before node a");
  await graph.invoke(null, await graph.updateState(beforeA.config, { note: "edited" }, "a"));
  return { fork: (await graph.getState(config)).values, original: (await graph.getState(head)).values };
}
