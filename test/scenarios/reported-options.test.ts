import { AIMessage, type BaseMessage, HumanMessage } from "@langchain/core/messages";
import { charsCounter, type Summarizer } from "@plimsoll/core";
import { wordCounter, words } from "@plimsoll/core/testing";
import { type BudgetReport, type ContextBudgetOptions, contextBudgetMiddleware } from "@plimsoll/langchain";
import { budgetOptionsShape, type ContextEvent, isContextEvent } from "@plimsoll/langgraph";
import { createAgent, fakeModel, tool } from "langchain";
import { describe, expect, it } from "vitest";
import * as z from "zod";

// Options that changed nothing were reported of another project (docs/reports.md, A39): each is seen to change a real run here.

const read = tool(({ size }: { size: number }) => words(size), {
  name: "read",
  description: "Reads that many words.",
  schema: z.object({ size: z.number() }),
});

const terse: Summarizer = {
  id: "terse",
  version: "1",
  configDigest: "none",
  defaultStrategy: "sliding-window",
  summarize: async () => ({ text: "read" }),
};

/** Framing of the generic surface takes about 700 words of the window; seven reads of 200 cross its headroom line. */
const base = { contextWindow: 3_000, tokenCounter: wordCounter, safetyMargin: 0, keepLastTurns: 1 } as const;
const seven = Array.from({ length: 7 }, () => 200);

/** What came of a run; the same for the same options. */
async function outcome(options: ContextBudgetOptions, sizes: readonly number[]) {
  const reports: BudgetReport[] = [];
  const all = {
    ...base,
    onBudget: (report: BudgetReport) => void reports.push(report),
    ...options,
  };
  const model = fakeModel();
  for (const [index, size] of sizes.entries())
    model.respond(new AIMessage({ content: "", tool_calls: [{ name: "read", args: { size }, id: `call_${index}` }] }));
  model.respond(new AIMessage("done"));
  const agent = createAgent({ model, tools: [read], middleware: [contextBudgetMiddleware(all)] });
  const events: ContextEvent[] = [];
  let error: unknown;
  try {
    for await (const chunk of await agent.stream(
      { messages: [new HumanMessage("goal")] },
      { recursionLimit: 100, streamMode: "custom" },
    ))
      if (isContextEvent(chunk)) events.push(chunk);
  } catch (thrown) {
    error = thrown;
  }
  const textsOf = (messages: readonly BaseMessage[]) => messages.map(({ text }) => text);
  const told = events.map((event) => ("budget" in event ? event.budget : event.type));
  return JSON.stringify([model.calls.map(({ messages }) => textsOf(messages)), told, reports.length, String(error)]);
}

type Change = readonly [changed: ContextBudgetOptions, beside?: ContextBudgetOptions, sizes?: readonly number[]];
const broken = () => Promise.reject(new Error("down"));
const changes = {
  mode: [{ mode: "observe" }],
  contextWindow: [{ contextWindow: 4_000 }],
  threshold: [{ threshold: 0.3 }],
  outputReservation: [{ outputReservation: 200 }],
  safetyMargin: [{ safetyMargin: 100 }],
  keepLastTurns: [{ keepLastTurns: 4 }],
  tokenCounter: [{ tokenCounter: charsCounter, contextWindow: 9_000 }, { contextWindow: 9_000 }],
  surface: [{ surface: "anthropic" }],
  compaction: [{ compaction: "off" }],
  summarizer: [{ summarizer: terse }],
  strategy: [{ strategy: "recursive" }],
  store: [{ store: { get: broken, put: broken, list: broken } }],
  lowWater: [{ lowWater: 0.45 }],
  minimumGain: [{ minimumGain: 1 }],
  maxSummaryTokens: [{ maxSummaryTokens: 40 }],
  maxCompactions: [{ maxCompactions: 0 }],
  clipKeptTurns: [{ clipKeptTurns: false }, {}, [5_000]],
  transcriptTokenBudget: [{ transcriptTokenBudget: 400 }],
  transcriptWindow: [{ transcriptWindow: 4 }],
  transcriptCounter: [{ transcriptCounter: charsCounter }, { transcriptTokenBudget: 900 }],
  frames: [{ frames: [{ slot: "rules", segment: "authority", content: "Be brief." }] }],
  classify: [{ classify: () => "history" }],
  protect: [{ protect: ({ type }) => type === "ai" }],
  onBudget: [{ onBudget: () => undefined }],
} satisfies Readonly<Record<keyof ContextBudgetOptions, Change>>;

describe("an option of contextBudgetMiddleware", () => {
  it("A39: is in this table, whichever it is", () => {
    expect(Object.keys(changes).sort()).toEqual(Object.keys(budgetOptionsShape).sort());
  });

  it.each<[string, Change]>(Object.entries(changes))(
    "A39: changes what happens: %s",
    async (_option, [changed, beside = {}, sizes = seven]) => {
      const without = await outcome(beside, sizes);
      expect(await outcome(beside, sizes)).toBe(without);
      expect(await outcome({ ...beside, ...changed }, sizes)).not.toBe(without);
    },
  );
});
