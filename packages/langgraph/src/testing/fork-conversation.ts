import { AIMessage, type BaseMessage, HumanMessage } from "@langchain/core/messages";
import type { RunnableConfig } from "@langchain/core/runnables";
import {
  type BaseCheckpointSaver,
  END,
  interrupt,
  MessagesValue,
  START,
  StateGraph,
  StateSchema,
} from "@langchain/langgraph";
import type { Summarizer, SummaryStore, TokenCounter } from "@plimsoll/core";
import { contextBudgetState } from "../node/context-budget-state.ts";
import { createSummarizationNode } from "../node/create-summarization-node.ts";

const State = new StateSchema({ messages: MessagesValue, ...contextBudgetState });

/** Counts words, so that sizes can be read off the texts. */
const wordCounter: TokenCounter = {
  id: "words",
  version: "1",
  exactness: "exact",
  unit: "tokens",
  count: (text) => text.split(/\s+/u).filter((word) => word !== "").length,
};

const words = (count: number): string => Array.from({ length: count }, (_, index) => `w${index}`).join(" ");

/** A summarizer that never says the same twice, and counts how often it was asked. */
export type CountingSummarizer = Summarizer & { asked: number };

export function neverTheSame(): CountingSummarizer {
  return {
    asked: 0,
    id: "never-the-same",
    version: "1",
    configDigest: "none",
    defaultStrategy: "sliding-window",
    async summarize() {
      this.asked++;
      return { text: `summary number ${this.asked} of ${Math.random()}` };
    },
  };
}

/** What a conversation is held with, as any process would build it. */
export interface ConversationParts {
  readonly saver: BaseCheckpointSaver;
  /** Where summaries are recorded. Default: wherever the node finds a home by itself. */
  readonly store?: SummaryStore;
  readonly summarizer: CountingSummarizer;
  /** The texts of every model call, in order. */
  readonly sent: string[][];
  /** Called before the model is; what it throws fails the call. */
  readonly beforeModel?: () => void;
  /** Interrupts the model's node once, after the summary was made. */
  readonly interrupts?: boolean;
  /** Holds the conversation in a subgraph. */
  readonly nested?: boolean;
}

/** A graph with a summarization node before its model. The window takes 1,000 words; an exchange is about 100. */
export function conversationGraph(parts: ConversationParts) {
  const { saver, store, summarizer, sent } = parts;
  const fit = createSummarizationNode({
    model: {},
    contextWindow: 1_000,
    tokenCounter: wordCounter,
    safetyMargin: 0,
    keepLastTurns: 1,
    summarizer,
    ...(store === undefined ? {} : { store }),
  });
  const turn = new StateGraph(State)
    .addNode("fit", fit)
    .addNode("model", async (state, config) => {
      if (parts.interrupts === true) interrupt("go on?");
      const messages = await fit.messages(state, config);
      sent.push(messages.map(({ text }) => text));
      parts.beforeModel?.();
      return { messages: [new AIMessage(`answer ${state.messages.length} ${words(48)}`)] };
    })
    .addEdge(START, "fit")
    .addEdge("fit", "model")
    .addEdge("model", END);
  if (parts.nested !== true) return turn.compile({ checkpointer: saver });
  return new StateGraph(State)
    .addNode("fit", turn.compile())
    .addEdge(START, "fit")
    .addEdge("fit", END)
    .compile({ checkpointer: saver });
}

export type Conversation = ReturnType<typeof hold> extends Promise<infer Held> ? Held : never;

/** Turns of a conversation; enough for two summaries. */
const turns = 12;

export function ask(turn: number): { messages: BaseMessage[] } {
  return { messages: [new HumanMessage({ id: `h${turn}`, content: `turn ${turn} ${words(40)}` })] };
}

export function threadOf(thread: string): RunnableConfig {
  return { configurable: { thread_id: thread } };
}

/** Holds a conversation of twelve turns. */
export async function hold(parts: Omit<ConversationParts, "sent" | "summarizer">, thread = "one") {
  const sent: string[][] = [];
  const summarizer = neverTheSame();
  const graph = conversationGraph({ ...parts, sent, summarizer });
  const config = threadOf(thread);
  for (let turn = 0; turn < turns; turn++) await graph.invoke(ask(turn), config);
  const firstSummary = sent.findIndex((texts) => texts.some(isSummary));
  return { graph, sent, summarizer, config, firstSummary, asked: summarizer.asked };
}

/** The checkpoint right before a node of a turn. */
export async function checkpointBefore({ graph, config }: Conversation, node: string, turn: number) {
  for await (const { next, values, config: found } of graph.getStateHistory(config, { limit: 1_000 }))
    if (next[0] === node && values.messages.length === 2 * turn + 1) return found;
  throw new Error(`there is no checkpoint before ${node} of turn ${turn}`);
}

/** A message of the user that was edited. */
export function edited(turn: number): HumanMessage {
  return new HumanMessage({ id: `h${turn}`, content: `edited ${words(41)}` });
}

export function isSummary(text: string): boolean {
  return text.startsWith("<earlier-conversation");
}
