import { AIMessage, type BaseMessage, HumanMessage } from "@langchain/core/messages";
import { type BaseCheckpointSaver, END, MessagesValue, START, StateGraph, StateSchema } from "@langchain/langgraph";
import type { Summarizer, SummaryStore } from "@plimsoll/core";
import { wordCounter, words } from "@plimsoll/core/testing";
import { contextBudgetState, createSummarizationNode } from "@plimsoll/langgraph";

const State = new StateSchema({ messages: MessagesValue, ...contextBudgetState });

/** What a run of turns left: the texts each model call was sent, and how often the summarizer was asked. */
export type ForkConversation = Awaited<ReturnType<typeof holdConversation>>;

/**
 * A conversation of twelve turns in a real graph, with a summarizer that never says the same twice. The window takes
 * 1,000 words; an exchange is about 100.
 */
export async function holdConversation(saver: BaseCheckpointSaver, store: SummaryStore, thread = "one") {
  const sent: string[][] = [];
  const summarizer = neverTheSame();
  const graph = conversationGraph({ saver, store, summarizer, sent });
  const config = { configurable: { thread_id: thread } };
  for (let turn = 0; turn < 12; turn++)
    await graph.invoke(
      { messages: [new HumanMessage({ id: `h${turn}`, content: `turn ${turn} ${words(40)}` })] },
      config,
    );
  const first = sent.findIndex((texts) => texts.some(isSummary));
  return { graph, sent, summarizer, config, firstSummary: first, asked: summarizer.asked };
}

/** The graph of {@link holdConversation}, as another process would build it. */
export function conversationGraph(parts: {
  readonly saver: BaseCheckpointSaver;
  readonly store: SummaryStore;
  readonly summarizer: Summarizer;
  readonly sent: string[][];
}) {
  const node = createSummarizationNode({
    model: {},
    contextWindow: 1_000,
    tokenCounter: wordCounter,
    safetyMargin: 0,
    keepLastTurns: 1,
    store: parts.store,
    summarizer: parts.summarizer,
  });
  return new StateGraph(State)
    .addNode("fit", node)
    .addNode("model", async (state, config) => {
      parts.sent.push(textsOf(await node.messages(state, config)));
      return { messages: [new AIMessage(`answer ${state.messages.length} ${words(48)}`)] };
    })
    .addEdge(START, "fit")
    .addEdge("fit", "model")
    .addEdge("model", END)
    .compile({ checkpointer: parts.saver });
}

/** A summarizer that numbers its texts. */
export function neverTheSame(): Summarizer & { asked: number } {
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

/** The checkpoint right before the summarization node of a turn. */
export async function checkpointBefore({ graph, config }: ForkConversation, turn: number) {
  for await (const { next, values, config: found } of graph.getStateHistory(config, { limit: 1_000 }))
    if (next[0] === "fit" && values.messages.length === 2 * turn + 1) return found;
  throw new Error(`no checkpoint before turn ${turn}`);
}

export function textsOf(messages: readonly BaseMessage[]): string[] {
  return messages.map(({ text }) => text);
}

function isSummary(text: string): boolean {
  return text.startsWith("<earlier-conversation");
}
