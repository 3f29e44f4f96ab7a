import { ContextOverflowError } from "@langchain/core/errors";
import { AIMessage, type BaseMessage, HumanMessage, SystemMessage } from "@langchain/core/messages";
import { isPlimsollError, type Summarizer, type SummaryRequest } from "@plimsoll/core";
import { wordCounter, words } from "@plimsoll/core/testing";
import {
  type BudgetReport,
  chatModelSummarizer,
  type ContextBudgetOptions,
  contextBudgetMiddleware,
  createMemorySummaryStore,
  tagSegment,
} from "@plimsoll/langchain";
import { type ContextEvent, isContextEvent } from "@plimsoll/langgraph";
import { createAgent, fakeModel, tool } from "langchain";
import { describe, expect, it } from "vitest";
import * as z from "zod";

// What other projects' users reported about summarising (docs/reports.md, A26 to A37), on real agents.

const read = tool(({ size, what = "" }: { size: number; what?: string | undefined }) => `${what} ${words(size)}`, {
  name: "read",
  description: "Reads that many words.",
  schema: z.object({ size: z.number(), what: z.string().optional() }),
});

/** A model that reads the given sizes one after the other, then says it is done. */
function reader(...sizes: readonly number[]) {
  const model = fakeModel();
  for (const [index, size] of sizes.entries())
    model.respond(
      new AIMessage({
        content: "",
        tool_calls: [{ name: "read", args: { size, what: `src/part_${index}.ts` }, id: `call_${index}` }],
      }),
    );
  return model.respond(new AIMessage("done"));
}

/** Says what it is told to, and keeps what it was asked. */
function scripted(say: (request: SummaryRequest) => string): Summarizer & { readonly asked: SummaryRequest[] } {
  const asked: SummaryRequest[] = [];
  return {
    asked,
    id: "scripted",
    version: "1",
    configDigest: "none",
    defaultStrategy: "recursive",
    summarize: async (request) => {
      asked.push(request);
      return { text: say(request) };
    },
  };
}

const goal = { messages: [new HumanMessage({ id: "goal", content: "goal" })] };
const many = (count: number, size: number) => Array.from({ length: count }, () => size);
const isSummary = ({ text }: BaseMessage): boolean => text.startsWith("<earlier-conversation");

/** Framing of the generic surface takes about 700 words of the window. */
const base = { contextWindow: 3_000, tokenCounter: wordCounter, safetyMargin: 0, keepLastTurns: 1 } as const;

/** Runs an agent to its end on the goal, or on other messages; an error is part of what came of it. */
async function run(
  model: ReturnType<typeof fakeModel>,
  options: ContextBudgetOptions,
  {
    input = goal,
    systemPrompt = "Read.",
  }: { readonly input?: { messages: BaseMessage[] }; systemPrompt?: string } = {},
) {
  const reports: BudgetReport[] = [];
  const events: ContextEvent[] = [];
  const middleware = contextBudgetMiddleware({ ...base, ...options, onBudget: (report) => reports.push(report) });
  const agent = createAgent({ model, tools: [read], systemPrompt, middleware: [middleware] });
  let messages: readonly BaseMessage[] = [];
  let error: unknown;
  try {
    const config = { recursionLimit: 1_000, configurable: { thread_id: "thread" } };
    for await (const [mode, chunk] of await agent.stream(input, { ...config, streamMode: ["custom", "values"] })) {
      if (mode === "values") ({ messages } = chunk);
      else if (isContextEvent(chunk)) events.push(chunk);
    }
  } catch (thrown) {
    error = thrown;
  }
  return { reports, events, messages, error, sent: model.calls.map((call) => call.messages) };
}

const stepsOf = (reports: readonly BudgetReport[]) => reports.flatMap(({ steps }) => steps);

describe("reported about summarising", () => {
  it("A26: a summarizer's error changes no message, and no word of it reaches state, requests or events", async () => {
    const secret = "quota of account 7 exceeded";
    const broken = scripted(() => {
      throw new RangeError(secret);
    });
    const { messages, sent, events, error } = await run(reader(...many(9, 200)), { summarizer: broken });
    expect(broken.asked.length).toBeGreaterThan(0);
    expect(error).toBeUndefined();
    expect(messages).toHaveLength(2 + 2 * 9);
    expect(JSON.stringify([messages, sent, events])).not.toContain(secret);
    expect(events).toContainEqual(
      expect.objectContaining({
        type: "context.summarizing.failed",
        reason: "summarizer-error",
        error: "RangeError",
      }),
    );
  });

  it("A27: a summary that comes as content blocks is its text", async () => {
    const content = [
      { type: "thinking", thinking: "hm", signature: "s" },
      { type: "text", text: "The files " },
      { type: "text", text: "were read." },
    ];
    const writer = fakeModel();
    for (let call = 0; call < 3; call++) writer.respond(new AIMessage({ content }));
    const summarizer = chatModelSummarizer({ model: writer, contextWindow: 10_000 });
    const { sent } = await run(reader(...many(7, 200)), { summarizer });
    expect(sent.at(-1)?.find(isSummary)?.text).toContain("\n\nThe files were read.\n</earlier-conversation>");
  });

  it("A28: a summarizer is never asked for more than its own window holds, however long the history", async () => {
    const writer = fakeModel();
    for (let call = 0; call < 100; call++) writer.respond(new AIMessage("Read."));
    const maxInputTokens = 1_200;
    const summarizer = chatModelSummarizer({ model: writer, maxInputTokens, tokenCounter: wordCounter });
    const messages = many(60, 150).map((size, index) =>
      index % 2 === 0 ? new HumanMessage(`question_${index} ${words(size)}`) : new AIMessage(words(size)),
    );
    const input = { messages: [...messages, new HumanMessage("and now?")] };
    const { error, sent } = await run(reader(), { summarizer }, { input });
    expect(error).toBeUndefined();
    expect(sent[0]?.some(isSummary)).toBe(true);
    expect(writer.callCount).toBeGreaterThan(5);
    const asked = writer.calls.map((call) => call.messages.map(({ text }) => text).join("\n"));
    expect(Math.max(...asked.map((text) => wordCounter.count(text)))).toBeLessThanOrEqual(maxInputTokens);
    const shown = asked.join("\n");
    for (let index = 0; index < 50; index += 2) expect(shown).toContain(`question_${index} `);
  });

  it("A30: every message that is out of a request is covered by its summary or listed", async () => {
    const store = createMemorySummaryStore();
    const { messages, sent, reports } = await run(reader(...many(30, 270)), { store, maxCompactions: 3 });
    const listed = new Set<string | null>();
    for (const [call, { action }] of reports.entries()) {
      if (action.kind !== "shortened") continue;
      for (const id of action.uncovered.newMessageIds) listed.add(id);
      const covered = new Set<string | null>();
      for (let name = action.summary?.artifactId ?? null; name !== null;) {
        const record = await store.get("thread", name);
        for (const id of record?.replacedMessageIds ?? []) covered.add(id);
        name = record?.previous ?? null;
      }
      const sentIds = new Set(sent[call]?.map(({ id }) => id));
      const out = messages.slice(0, 1 + 2 * call).filter(({ id }) => !sentIds.has(id));
      expect(out.filter(({ id = null }) => !covered.has(id) && !listed.has(id))).toEqual([]);
    }
    expect(listed.size).toBeGreaterThan(0);
  });

  it("A31: each summary takes up the one before and every new turn, once", async () => {
    const summarizer = scripted(
      ({ previous, turns }) => `${previous?.split(" ")[0] ?? ""}${"|".repeat(turns.length)} read`,
    );
    const { sent } = await run(reader(...many(20, 200)), { summarizer });
    expect(summarizer.asked.length).toBeGreaterThan(2);
    for (const { previous } of summarizer.asked.slice(1))
      expect(
        sent.flat().find((message) => isSummary(message) && message.text.includes(`\n\n${previous}\n`)),
      ).toBeDefined();
    const shown = summarizer.asked.flatMap(({ turns }) => turns.flatMap(({ messages }) => messages));
    const parts = shown.flatMap(({ toolCalls = [] }) => toolCalls.map((call) => call.arguments));
    expect(new Set(parts).size).toBe(parts.length);
    expect(parts[0]).toContain("part_0.ts");
  });

  it("A31: the digest names what was read first and what was read last", async () => {
    const { sent } = await run(reader(...many(20, 200)), {});
    const summary = sent.at(-1)?.find(isSummary)?.text;
    expect(summary).toContain("part_0.ts");
    expect(summary).toContain("part_14.ts");
  });

  it("A32: no instruction is ever summarized: each request holds the system text and every system message", async () => {
    const summarizer = scripted(() => "read");
    const rule = new SystemMessage({ id: "rule", content: "Never delete a file." });
    const input = { messages: [rule, ...goal.messages] };
    const { sent } = await run(reader(...many(12, 200)), { summarizer }, { input, systemPrompt: "Speak French." });
    expect(sent.at(-1)?.some(isSummary)).toBe(true);
    for (const messages of sent)
      expect(messages.slice(0, 2).map(({ text }) => text)).toEqual(["Speak French.", "Never delete a file."]);
    expect(JSON.stringify(summarizer.asked)).not.toMatch(/delete|French/);
  });

  it("A33: a frame is sent once, however many older copies stand in the history, and is never summarized", async () => {
    const summarizer = scripted(() => "read");
    const old = many(3, 0).map((_, copy) =>
      tagSegment(new HumanMessage(`plan of day ${copy}`), { segment: "authority", slot: "plan" }),
    );
    const frames = [{ slot: "plan", segment: "authority", content: "plan of today" }] as const;
    const input = { messages: [...goal.messages, ...old] };
    const { sent, reports } = await run(reader(...many(12, 200)), { summarizer, frames }, { input });
    expect(sent.at(-1)?.some(isSummary)).toBe(true);
    for (const messages of sent) {
      const plans = messages.filter(({ text }) => text.includes("plan of"));
      expect(plans.map(({ text }) => text)).toEqual(['<frame slot="plan" kind="authority">\nplan of today\n</frame>']);
    }
    expect(reports.every(({ supersededFrames }) => supersededFrames === 3)).toBe(true);
    expect(JSON.stringify(summarizer.asked)).not.toContain("plan of");
  });

  it("A34: after a compaction the next calls hold while what they add fits into the room it made", async () => {
    const { reports } = await run(reader(...many(60, 60)), {});
    const calls = reports.flatMap(({ steps }, call) => (steps.length > 0 ? [call] : []));
    const gaps = calls.slice(1).map((call, index) => call - (calls[index] ?? call));
    expect(gaps.length).toBeGreaterThan(3);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(4);
  });

  it.each([
    ["that leaves 46 % of the window free", 900, 16],
    ["that leaves 32 % of it free", 1_300, 20],
  ])("A35: a hundred calls on a heavy base %s compact a few times, each with a gain", async (_base, system, most) => {
    const { events, reports, error } = await run(reader(...many(100, 60)), {}, { systemPrompt: words(system) });
    expect(error).toBeUndefined();
    expect(reports).toHaveLength(101);
    const compactions = events.filter((event) => event.type === "context.summarized");
    expect(compactions.length).toBeGreaterThan(0);
    expect(compactions.length).toBeLessThanOrEqual(most);
    for (const { payload } of compactions) expect(payload.tokensAfter).toBeLessThan(payload.tokensBefore * 0.9);
  });

  it("A35: a base that takes the window by itself is never compacted for; the report says nothing is to gain", async () => {
    const { reports } = await run(reader(...many(4, 20)), {}, { systemPrompt: words(1_500) });
    expect(reports.every(({ budget }) => budget.compactionEligible)).toBe(true);
    expect(stepsOf(reports)).toEqual([]);
    expect(new Set(reports.map(({ plan }) => plan?.kind === "hold" && plan.cause))).toEqual(
      new Set(["nothing-to-gain"]),
    );
  });

  it("A36: with compaction off nothing is taken out, whatever the window and the provider say", async () => {
    const summarizer = scripted(() => "read");
    const off = { summarizer, compaction: "off" } as const;
    const full = await run(reader(...many(10, 200)), off);
    expect(isPlimsollError(full.error, "context_budget_exceeded")).toBe(true);
    const model = fakeModel()
      .respond(new AIMessage({ content: "", tool_calls: [{ name: "read", args: { size: 100 }, id: "call_0" }] }))
      .respond(new ContextOverflowError("too long"))
      .respond(new AIMessage("never asked"));
    const refused = await run(model, off);
    expect(String(refused.error)).toContain("too long");
    expect(model.callCount).toBe(2);
    for (const { sent } of [full, refused])
      for (const [call, request] of sent.entries()) expect(request).toHaveLength(2 + 2 * call);
    expect(summarizer.asked).toEqual([]);
    expect(stepsOf([...full.reports, ...refused.reports])).toEqual([]);
  });
});
