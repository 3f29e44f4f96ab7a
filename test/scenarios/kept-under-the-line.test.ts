import { AIMessage, type BaseMessage, HumanMessage } from "@langchain/core/messages";
import { Command, MemorySaver } from "@langchain/langgraph";
import type { TokenCounter } from "@plimsoll/core";
import { loadTiktokenCounter } from "@plimsoll/core/tiktoken";
import {
  type BudgetReport,
  type ContextBudgetOptions,
  contextBudgetMiddleware,
  isPlimsollError,
  messageProblems,
} from "@plimsoll/langchain";
import { createAgent, fakeModel, tool } from "langchain";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { callsOf, type SessionStep, syntheticSession } from "../fixtures/synthetic-session.ts";

interface Replay {
  readonly sent: readonly (readonly BaseMessage[])[];
  readonly reports: readonly BudgetReport[];
  readonly refused: number;
  /** Bytes of the private state after each of the user's turns. */
  readonly stateBytes: readonly number[];
}

/** A session through a real agent on one thread: its tools answer what the session says, broken-off calls get nothing. */
async function replay(steps: readonly SessionStep[], options: ContextBudgetOptions): Promise<Replay> {
  const reports: BudgetReport[] = [];
  const model = fakeModel();
  const results: (string | undefined)[] = [];
  const read = tool(() => results.shift() ?? new Command({}), {
    name: "read",
    description: "Reads a file.",
    schema: z.object({ path: z.string() }),
  });
  const middleware = [contextBudgetMiddleware({ ...options, onBudget: (report) => reports.push(report) })];
  const agent = createAgent({
    model,
    tools: [read],
    systemPrompt: "You refactor code.",
    checkpointer: new MemorySaver(),
    middleware,
  });
  const config = { configurable: { thread_id: "session" }, recursionLimit: 1_000 };
  const stateBytes: number[] = [];
  let refused = 0;
  for (const { user, turns } of exchanges(steps)) {
    results.splice(0, results.length, ...turns.flatMap(({ calls }) => calls.map(({ result }) => result)));
    for (const [turn, { text, calls }] of turns.entries())
      model.respond(new AIMessage({ content: text, tool_calls: callsOf(calls, turn) }));
    model.respond(new AIMessage("Done so far."));
    try {
      await agent.invoke({ messages: [new HumanMessage(user)] }, config);
    } catch (error) {
      if (!isPlimsollError(error, "context_budget_exceeded")) throw error;
      refused++;
      break;
    }
    const { values } = await agent.graph.getState(config);
    stateBytes.push(JSON.stringify(values["_contextBudget"]).length);
  }
  return { sent: model.calls.map(({ messages }) => messages), reports, refused, stateBytes };
}

/** A session by what the user says. */
function exchanges(steps: readonly SessionStep[]) {
  const found: { readonly user: string; readonly turns: Extract<SessionStep, { text: string }>[] }[] = [];
  for (const step of steps) {
    if ("user" in step) found.push({ user: step.user, turns: [] });
    else found.at(-1)?.turns.push(step);
  }
  return found;
}

const surfaces = ["openai-chat", "openai-responses", "anthropic"] as const;

/** The session's own repeated ids are not ours to rename; everything else is. */
function problems(messages: readonly BaseMessage[], surface: (typeof surfaces)[number]) {
  return messageProblems(messages, surface).filter(({ kind }) => kind !== "repeated-call-id");
}

/** The user's last words in a request, a summary not being the user's. */
function lastOfUser(messages: readonly BaseMessage[]): string {
  const isOfUser = ({ type, additional_kwargs }: BaseMessage) => type === "human" && !("plimsoll" in additional_kwargs);
  return messages.findLast(isOfUser)?.text ?? "";
}

/** A tokenizer that counts 1.28 times as much, as Claude's does against o200k. */
function scaled(counter: TokenCounter): TokenCounter {
  return {
    id: `${counter.id}*1.28`,
    version: counter.version,
    exactness: "exact",
    unit: "tokens",
    count: (text) => Math.ceil(counter.count(text) * 1.28),
  };
}

describe("a session of a coding agent", () => {
  it.each([
    [8_000, 1, 1],
    [16_000, 2, 1],
    [32_000, 3, 1],
    [16_000, 4, 1.28],
    [32_000, 5, 1.28],
  ])("stays under the line of %i tokens (seed %i, counts × %f)", async (contextWindow, seed, factor) => {
    const o200k = await loadTiktokenCounter("o200k_base");
    const tokenCounter = factor === 1 ? o200k : scaled(o200k);
    const steps = syntheticSession(seed, 60);
    const { sent, reports, refused, stateBytes } = await replay(steps, {
      contextWindow,
      surface: "openai-chat",
      tokenCounter,
    });
    expect(refused).toBe(0);
    expect(reports.some(({ action }) => action.kind === "shortened")).toBe(true);
    for (const { budget } of reports) expect(budget.freeTokens).toBeGreaterThanOrEqual(0);
    const users = new Set(exchanges(steps).map(({ user }) => user));
    for (const messages of sent) {
      for (const surface of surfaces) expect(problems(messages, surface)).toEqual([]);
      expect(users.has(lastOfUser(messages))).toBe(true);
    }
    expect(Math.max(...stateBytes)).toBeLessThan(4_000);
    expect(Math.max(...stateBytes) - Math.min(...stateBytes)).toBeLessThan(2_000);
  });

  it("makes the same requests every time", async () => {
    const tokenCounter = await loadTiktokenCounter("o200k_base");
    const options = { contextWindow: 8_000, surface: "openai-chat", tokenCounter } as const;
    const once = await replay(syntheticSession(7, 30), options);
    const again = await replay(syntheticSession(7, 30), options);
    const texts = ({ sent }: Replay) => sent.map((messages) => messages.map(({ text }) => text));
    expect(texts(again)).toEqual(texts(once));
  });

  it("sends what the provider has cached until a compaction fires", async () => {
    const tokenCounter = await loadTiktokenCounter("o200k_base");
    const { sent, reports } = await replay(syntheticSession(8, 50), {
      contextWindow: 16_000,
      surface: "openai-chat",
      tokenCounter,
    });
    for (const [index, messages] of sent.entries()) {
      const before = sent[index - 1];
      const changed = reports[index]?.steps.length !== 0;
      if (before === undefined || changed) continue;
      expect(messages.slice(0, before.length).map(({ text }) => text)).toEqual(before.map(({ text }) => text));
    }
    expect(reports.filter(({ steps }) => steps.length > 0).length).toBeLessThan(reports.length / 5);
  });
});
