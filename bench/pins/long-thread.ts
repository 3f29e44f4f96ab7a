import { AIMessage, HumanMessage } from "@langchain/core/messages";
import { type BaseCheckpointSaver, END, MessagesValue, START, StateGraph, StateSchema } from "@langchain/langgraph";
import { digestSummarizer, type SummaryStore } from "@plimsoll/core";
import { wordCounter, words } from "@plimsoll/core/testing";
import { contextBudgetState, createSummarizationNode } from "@plimsoll/langgraph";

const State = new StateSchema({ messages: MessagesValue, ...contextBudgetState });

interface LongThread {
  readonly saver: BaseCheckpointSaver;
  /** Where summaries are recorded; the saver where it is absent. */
  readonly store?: SummaryStore;
  /** Keeps every message in the state, as is the default of the node. */
  readonly keepsAll?: boolean;
  /** Called after each turn. */
  readonly afterTurn?: (turn: number) => void;
}

/**
 * A thread that goes on and on: each turn is two short messages, older turns are summarized again and again, and what
 * was replaced leaves the state (`rewrite`), as a thread of this length needs.
 */
export async function holdLongThread(turns: number, { saver, store, keepsAll, afterTurn }: LongThread): Promise<void> {
  const fit = createSummarizationNode({
    model: {},
    contextWindow: 1_000,
    tokenCounter: wordCounter,
    safetyMargin: 0,
    keepLastTurns: 1,
    maxCompactions: 1_000_000,
    summarizer: digestSummarizer(),
    ...(keepsAll === true ? {} : { rewrite: async () => undefined }),
    ...(store === undefined ? {} : { store }),
  });
  const graph = new StateGraph(State)
    .addNode("fit", fit)
    .addNode("model", async (state, config) => {
      await fit.messages(state, config);
      return { messages: [new AIMessage(`answer ${words(30)}`)] };
    })
    .addEdge(START, "fit")
    .addEdge("fit", "model")
    .addEdge("model", END)
    .compile({ checkpointer: saver });
  for (let turn = 0; turn < turns; turn++) {
    const message = new HumanMessage({ id: `h${turn}`, content: `turn ${turn} ${words(30)}` });
    await graph.invoke({ messages: [message] }, { configurable: { thread_id: "long" } });
    afterTurn?.(turn);
  }
}
