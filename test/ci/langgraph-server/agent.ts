import { AIMessage } from "@langchain/core/messages";
import type { Summarizer } from "@plimsoll/core";
import { contextBudgetMiddleware } from "@plimsoll/langchain";
import { createAgent, fakeModel } from "langchain";

const words = "The retry policy is read once at start. ".repeat(40);
const model = Array.from({ length: 60 }).reduce<ReturnType<typeof fakeModel>>(
  (scripted) => scripted.respond((messages) => new AIMessage(`Answer to ${messages.at(-1)?.text}. ${words}`)),
  fakeModel(),
);

/** Stands for a model that never says the same twice. */
let asked = 0;
const summarizer: Summarizer = {
  id: "never-the-same",
  version: "1",
  configDigest: "none",
  defaultStrategy: "sliding-window",
  summarize: async () => ({ text: `Summary number ${++asked}.` }),
};

/** An agent whose older turns are summarized after a few messages; the server gives it a checkpointer of its own. */
export const graph = createAgent({
  model,
  tools: [],
  middleware: [contextBudgetMiddleware({ contextWindow: 3_000, surface: "generic", keepLastTurns: 1, summarizer })],
}).graph;
