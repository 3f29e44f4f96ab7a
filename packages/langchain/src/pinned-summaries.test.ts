import { AIMessage, type BaseMessage, HumanMessage } from "@langchain/core/messages";
import { MemorySaver } from "@langchain/langgraph";
import { createMemorySummaryStore, pinSummaries, withPinnedSummaries } from "@plimsoll/langgraph";
import { wordCounter, words } from "@plimsoll/core/testing";
import { type AgentMiddleware, createAgent, fakeModel, summarizationMiddleware } from "langchain";
import { describe, expect, it } from "vitest";
import { neverTheSame } from "../../langgraph/src/testing/fork-conversation.ts";
import { contextBudgetMiddleware } from "./index.ts";

const config = { configurable: { thread_id: "one" } };
type Agent = Pick<ReturnType<typeof createAgent>, "invoke" | "graph">;

/** Answers every turn; more often than any test asks. */
function talker() {
  const model = fakeModel();
  for (let answer = 0; answer < 40; answer++) model.respond(new AIMessage(`answer ${answer} ${words(40)}`));
  return model;
}

/** A model that never writes the same summary twice. */
function summarizer() {
  const model = fakeModel();
  for (let version = 1; version <= 9; version++) model.respond(new AIMessage(`summary version ${version}`));
  return model;
}

async function talk(agent: Agent, turns: number) {
  for (let turn = 0; turn < turns; turn++)
    await agent.invoke(
      { messages: [new HumanMessage({ id: `h${turn}`, content: `turn ${turn} ${words(40)}` })] },
      config,
    );
}

/** Runs on again from the checkpoint before this node, the last time it was due in that turn. */
async function forkBefore(agent: Agent, node: string, turn: string) {
  for await (const state of agent.graph.getStateHistory(config)) {
    const messages: BaseMessage[] = state.values["messages"];
    if (state.next[0] === node && messages.at(-1)?.text.startsWith(turn) === true)
      return agent.graph.invoke(null, state.config);
  }
  throw new Error(`no checkpoint before ${node} in ${turn}`);
}

const isSummary = ({ text }: BaseMessage) => text.includes("summary version");

describe("pinSummaries inside summarizationMiddleware", () => {
  const agentWith = (model: ReturnType<typeof summarizer>) => {
    // Its types do not hold under exactOptionalPropertyTypes.
    const theirs: unknown = summarizationMiddleware({
      model,
      trigger: { messages: 5 },
      keep: { messages: 2 },
    } as never);
    return createAgent({ model: talker(), checkpointer: new MemorySaver(), middleware: [theirs as AgentMiddleware] });
  };
  const node = "SummarizationMiddleware.before_model";

  it("gives a fork before the summary the recorded one: the model is asked once", async () => {
    const model = summarizer();
    const agent = agentWith(pinSummaries(model));
    await talk(agent, 3);
    expect(model.calls).toHaveLength(1);
    for (const _ of ["fork", "fork again"]) {
      const { messages } = await forkBefore(agent, node, "turn 2");
      expect(messages.filter(isSummary).map(({ text }: BaseMessage) => text)).toEqual([
        expect.stringContaining("summary version 1"),
      ]);
    }
    expect(model.calls).toHaveLength(1);
  });

  it("without it makes another one for every fork", async () => {
    const model = summarizer();
    const agent = agentWith(model);
    await talk(agent, 3);
    await forkBefore(agent, node, "turn 2");
    expect(model.calls).toHaveLength(2);
  });
});

describe("pinSummaries", () => {
  const prompt = [new HumanMessage("Summarize: " + words(50))];
  const thread = (name: string) => ({ configurable: { thread_id: name } });

  it("keeps threads, prompts and models apart", async () => {
    const store = createMemorySummaryStore();
    const model = summarizer();
    const pinned = pinSummaries(model, { store });
    const first = await pinned.invoke(prompt, thread("one"));
    expect((await pinned.invoke([...prompt], thread("one"))).text).toBe(first.text);
    expect((await pinned.invoke(prompt[0]?.text ?? "", thread("one"))).text).toBe(first.text);
    const others = [
      await pinned.invoke(prompt, thread("two")),
      await pinned.invoke([...prompt, new HumanMessage("and this")], thread("one")),
      await pinSummaries(Object.assign(model, { model: "another" }), { store }).invoke(prompt, thread("one")),
    ];
    expect(others.map(({ text }) => text)).toEqual([2, 3, 4].map((version) => `summary version ${version}`));
  });

  it("is the model as it is without a thread or a store", async () => {
    const model = summarizer();
    await pinSummaries(model, { store: createMemorySummaryStore() }).invoke(prompt);
    await pinSummaries(model).invoke(prompt, thread("one"));
    await pinSummaries(model).invoke(prompt, thread("one"));
    expect(model.calls).toHaveLength(3);
    expect(pinSummaries(model)._llmType()).toBe(model._llmType());
  });

  it("asks again, and throws nothing, where the store fails or a text was changed", async () => {
    const model = summarizer();
    const memory = createMemorySummaryStore();
    const broken = {
      ...memory,
      get: () => Promise.reject(new Error("no disk")),
      put: () => Promise.reject(new Error("no disk")),
    };
    expect((await pinSummaries(model, { store: broken }).invoke(prompt, thread("one"))).text).toBe("summary version 1");
    await pinSummaries(model, { store: memory }).invoke(prompt, thread("one"));
    const changed: typeof memory = {
      ...memory,
      get: async (scope, id) => {
        const record = await memory.get(scope, id);
        return record === undefined ? undefined : { ...record, text: "changed" };
      },
    };
    expect((await pinSummaries(model, { store: changed }).invoke(prompt, thread("one"))).text).toBe(
      "summary version 2",
    );
    expect(model.calls).toHaveLength(3);
  });

  it("records no answer without text, and none with calls", async () => {
    const store = createMemorySummaryStore();
    const call = { name: "find", args: {}, id: "call_1" };
    const model = fakeModel()
      .respond(new AIMessage(" "))
      .respond(new AIMessage({ content: "a", tool_calls: [call] }));
    const pinned = pinSummaries(model, { store });
    await pinned.invoke(prompt, thread("one"));
    await pinned.invoke(prompt, thread("one"));
    expect(await store.list("one")).toEqual([]);
  });
});

describe("contextBudgetMiddleware with summaries in the saver", () => {
  it("sends a fork before the summary the same bytes, without asking the summarizer", async () => {
    const saver = withPinnedSummaries(new MemorySaver());
    const model = talker();
    const scripted = neverTheSame();
    const budget = contextBudgetMiddleware({
      contextWindow: 1_000,
      tokenCounter: wordCounter,
      safetyMargin: 0,
      keepLastTurns: 1,
      summarizer: scripted,
      store: saver.summaries,
    });
    const agent = createAgent({ model, checkpointer: saver, middleware: [budget] });
    await talk(agent, 12);
    const sent = () => model.calls.map(({ messages }) => messages.map(({ text }) => text));
    const first = sent().findIndex((texts) => texts.some((text) => text.startsWith("<earlier-conversation")));
    const asked = scripted.asked;
    expect(asked).toBeGreaterThan(0);
    await forkBefore(agent, "model_request", `turn ${first} `);
    expect(sent().at(-1)).toEqual(sent()[first]);
    expect(scripted.asked).toBe(asked);
  });
});
