import { AIMessage, HumanMessage } from "@langchain/core/messages";
import { type BaseCheckpointSaver, END, MessagesValue, START, StateGraph, StateSchema } from "@langchain/langgraph";
import { wordCounter, words } from "@plimsoll/core/testing";
import {
  type ContextEvent,
  contextBudgetState,
  createSummarizationNode,
  isContextEvent,
  type SummarizationNodeOptions,
  type Summarizer,
} from "@plimsoll/langgraph";

/** Never writes the same text twice, and remembers how often it was asked. */
export function countingSummarizer(version = "1"): Summarizer & { asked: number } {
  return {
    asked: 0,
    id: "never-the-same",
    version,
    configDigest: "none",
    defaultStrategy: "recursive",
    async summarize({ turns }) {
      this.asked++;
      return { text: `summary number ${this.asked} of ${turns.length} turns, version ${version}` };
    },
  };
}

/** What a graph is made of, beside the options of its node. */
export interface GraphSetting extends Partial<SummarizationNodeOptions> {
  readonly saver?: BaseCheckpointSaver;
  /** Called with what the model is about to be sent. */
  readonly beforeModel?: (texts: readonly string[]) => Promise<void>;
}

/** A graph of the node and a model, in a window of 1,000 words, each exchange about 100; keeps what was sent and told. */
export function budgetedGraph({ saver, beforeModel, ...options }: GraphSetting) {
  const sent: string[][] = [];
  const events: ContextEvent[] = [];
  const fit = createSummarizationNode({
    model: {},
    contextWindow: 1_000,
    tokenCounter: wordCounter,
    safetyMargin: 0,
    keepLastTurns: 1,
    ...options,
  });
  const graph = new StateGraph(new StateSchema({ messages: MessagesValue, ...contextBudgetState }))
    .addNode("fit", fit)
    .addNode("model", async (state, config) => {
      const messages = await fit.messages(state, config);
      const texts = messages.map(({ text }) => text);
      sent.push(texts);
      await beforeModel?.(texts);
      return { messages: [new AIMessage(`answer ${state.messages.length} ${words(50)}`)] };
    })
    .addEdge(START, "fit")
    .addEdge("fit", "model")
    .addEdge("model", END)
    .compile(saver === undefined ? {} : { checkpointer: saver });
  /** Runs so many turns, each with a message without an id of its own. */
  const talk = async (turns: number, configurable: Readonly<Record<string, unknown>>, from = 0) => {
    for (let turn = from; turn < from + turns; turn++) {
      const input = { messages: [new HumanMessage(`turn ${turn} ${words(40)}`)] };
      for await (const event of await graph.stream(input, { configurable, streamMode: "custom" }))
        if (isContextEvent(event)) events.push(event);
    }
  };
  const summarized = () => events.filter(({ type }) => type === "context.summarized");
  return { graph, sent, events, talk, summarized };
}
