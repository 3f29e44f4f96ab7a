import { AIMessage, type BaseMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { charsCounter, type TokenCounter } from "@plimsoll/core";
import { wordCounter, words } from "@plimsoll/core/testing";
import { loadTiktokenCounter } from "@plimsoll/core/tiktoken";
import {
  type BudgetReport,
  chatModelSummarizer,
  type ContextBudgetOptions,
  contextBudgetMiddleware,
  isPlimsollError,
} from "@plimsoll/langchain";
import { createAgent, createMiddleware, fakeModel, tool } from "langchain";
import { describe, expect, it } from "vitest";
import * as z from "zod";

// What other projects' users reported about counting (docs/reports.md, A1 to A15), on real agents.

const read = tool(({ size }: { size: number }) => words(size), {
  name: "read",
  description: "Reads that many words.",
  schema: z.object({ size: z.number() }),
});

/** A model that reads the given sizes one after the other, then says it is done; its calls have more fields where some are given. */
function reader(sizes: readonly number[], fields: object = {}) {
  const model = fakeModel();
  for (const [index, size] of sizes.entries()) {
    const call = { name: "read", args: { size }, id: `call_${index}` };
    model.respond(Object.assign(new AIMessage({ content: "", tool_calls: [call] }), fields));
  }
  return model.respond(new AIMessage("done"));
}

const goal = { messages: [new HumanMessage({ id: "goal", content: "goal" })] };
const config = { recursionLimit: 100 };

/** Framing of the generic surface takes about 700 words of the window. */
function counting(options: ContextBudgetOptions) {
  const reports: BudgetReport[] = [];
  const all: ContextBudgetOptions = { tokenCounter: wordCounter, safetyMargin: 0, keepLastTurns: 1, ...options };
  return { reports, middleware: contextBudgetMiddleware({ ...all, onBudget: (report) => reports.push(report) }) };
}

const textsOf = (messages: readonly BaseMessage[]) => messages.map(({ text }) => text);

describe("reported about counting", () => {
  it("A1: a tool's schema of 40,000 characters crosses the line, with the same messages", async () => {
    const verdicts = [];
    for (const description of ["Looks.", "word ".repeat(8_000)]) {
      const { reports, middleware } = counting({ contextWindow: 12_000 });
      const look = tool(() => "seen", { name: "look", description, schema: z.object({}) });
      await createAgent({ model: reader([]), tools: [look], middleware: [middleware] }).invoke(goal);
      verdicts.push(reports[0]?.budget.decision);
    }
    expect(verdicts.map((decision) => decision?.verdict)).toEqual(["hold", "eligible"]);
    expect(verdicts.map((decision) => decision?.historyOnly.verdict)).toEqual(["hold", "hold"]);
  });

  it("A2: the arguments of a call weigh what they say", async () => {
    const { reports, middleware } = counting({ contextWindow: 16_000 });
    const note = tool(() => "noted", { name: "note", description: "Notes.", schema: z.object({ text: z.string() }) });
    const model = fakeModel()
      .respondWithTools([{ name: "note", args: { text: words(900) }, id: "call_1" }])
      .respond(new AIMessage("done"));
    await createAgent({ model, tools: [note], middleware: [middleware] }).invoke(goal);
    expect(reports[1]?.budget.rows.find(({ label }) => label === "assistant")?.tokens).toBeGreaterThanOrEqual(900);
  });

  it("A3: a summarizer is asked with what was said, and that is what its input counts", async () => {
    const writer = fakeModel().respond(new AIMessage("read much"));
    const seen: number[] = [];
    const counter: TokenCounter = {
      ...wordCounter,
      count: (text) => (seen.push(text.length), wordCounter.count(text)),
    };
    const summarizer = chatModelSummarizer({ model: writer, contextWindow: 10_000, tokenCounter: counter });
    const { middleware } = counting({ contextWindow: 3_000, summarizer });
    const noise = "metadata ".repeat(20_000);
    const model = reader([200, 200, 200, 200, 200, 200, 10], {
      response_metadata: { noise },
      additional_kwargs: { noise },
    });
    await createAgent({ model, tools: [read], middleware: [middleware] }).invoke(goal, config);
    expect(writer.callCount).toBe(1);
    const asked = textsOf(writer.calls[0]?.messages ?? []).join("");
    expect(asked).toContain("w199");
    expect(asked).not.toContain("metadata metadata");
    expect(Math.max(...seen)).toBeLessThanOrEqual(asked.length);
  });

  it("A4, A14: every text is counted once; 500 messages and 23 tools that are sent again are not counted", async () => {
    let counted: string[] = [];
    const tokenCounter: TokenCounter = {
      ...wordCounter,
      id: "watched words",
      count: (text) => (counted.push(text), wordCounter.count(text)),
    };
    const requests: (readonly string[])[] = [];
    const twice = createMiddleware({
      name: "twice",
      wrapModelCall: async (request, handler) => {
        await handler(request);
        requests.push(counted);
        counted = [];
        const answer = await handler(request);
        requests.push(counted);
        return answer;
      },
    });
    const tools = Array.from({ length: 23 }, (_, index) =>
      tool(() => "", { name: `tool_${index}`, description: `Does thing ${index}.`, schema: z.object({}) }),
    );
    const messages = Array.from({ length: 500 }, (_, index) =>
      index % 2 === 0 ? new HumanMessage(`question ${index}`) : new AIMessage(`answer ${index}`),
    );
    const model = fakeModel().respond(new AIMessage("one")).respond(new AIMessage("two"));
    const { middleware } = counting({ contextWindow: 200_000, tokenCounter });
    await createAgent({ model, tools, middleware: [twice, middleware] }).invoke({ messages });
    const ofRequest = requests.map((texts) => texts.filter((text) => /question|answer|Does thing/.test(text)));
    expect(ofRequest[0]).toHaveLength(523);
    expect(new Set(ofRequest[0]).size).toBe(523);
    expect(ofRequest[1]).toEqual([]);
  });

  it("A5: the ledger of a shortened request is that of the messages the model is given", async () => {
    const { reports, middleware } = counting({ contextWindow: 3_000, summarizer: false });
    const model = reader([900, 900, 900, 900]);
    await createAgent({ model, tools: [read], middleware: [middleware] }).invoke(goal, config);
    expect(reports.some(({ action }) => action.kind === "shortened" && action.clippedMessages > 0)).toBe(true);
    for (const [call, { messages }] of model.calls.entries()) {
      const again = counting({ contextWindow: 3_000, mode: "observe" });
      await createAgent({ model: reader([]), tools: [read], middleware: [again.middleware] }).invoke({ messages });
      expect(again.reports[0]?.budget.totalInputTokens).toBe(reports[call]?.budget.totalInputTokens);
    }
  });

  it.each([
    ["openai-chat", "gpt-4o"],
    ["anthropic", "claude-sonnet-4-5"],
    ["gemini", "gemini-2.5-pro"],
    ["generic", "some-model"],
  ] as const)(
    "A7: on %s an image in a result weighs neither nothing nor as much as its base64",
    async (surface, name) => {
      const tokenCounter = await loadTiktokenCounter("o200k_base");
      const { reports, middleware } = counting({ contextWindow: 128_000, surface, tokenCounter });
      // The header of a picture of 1,600 by 1,200 pixels, and a megabyte behind it.
      const url = `data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAABkAAAASw${"QUJD".repeat(250_000)}`;
      const messages = [
        ...goal.messages,
        new AIMessage({ content: "", tool_calls: [{ name: "read", args: { size: 1 }, id: "call_1" }] }),
        new ToolMessage({ tool_call_id: "call_1", name: "read", content: [{ type: "image_url", image_url: { url } }] }),
      ];
      const model = Object.assign(reader([]), { model: name });
      await createAgent({ model, tools: [read], middleware: [middleware] }).invoke({ messages });
      expect(reports[0]?.budget.decision.verdict).toBe("hold");
      const image = reports[0]?.budget.rows.at(-1);
      expect(image?.tokens).toBeGreaterThan(80);
      expect(image?.tokens).toBeLessThan(10_000);
      expect(image?.exactness).not.toBe("exact");
    },
  );

  it("A9: the window the user states stands above the model's profile, and is in the report", async () => {
    const model = reader([]);
    Object.defineProperty(model, "profile", { value: { maxInputTokens: 1_000_000 } });
    const { reports, middleware } = counting({ contextWindow: 9_000 });
    await createAgent({ model, tools: [read], middleware: [middleware] }).invoke(goal);
    expect(reports[0]?.budget.modelContextTokens).toBe(9_000);
  });

  it("A10: a call is held against the window of the model that is called", async () => {
    const small = reader([]);
    Object.defineProperty(small, "profile", { value: { maxInputTokens: 5_000 } });
    const large = reader([100]);
    Object.defineProperty(large, "profile", { value: { maxInputTokens: 9_000 } });
    const fallBack = createMiddleware({
      name: "fallBack",
      wrapModelCall: (request, handler) =>
        handler(request.messages.length > 1 ? { ...request, model: small } : request),
    });
    const { reports, middleware } = counting({});
    await createAgent({ model: large, tools: [read], middleware: [fallBack, middleware] }).invoke(goal);
    expect(reports.map(({ budget }) => budget.modelContextTokens)).toEqual([9_000, 5_000]);
  });

  it("A12: a bound in characters and a window in tokens are both met, whichever is tighter", async () => {
    for (const [transcriptTokenBudget, trigger] of [
      [3_000, "transcript-bound"],
      [30_000, "headroom"],
    ] as const) {
      const bounds = { transcriptTokenBudget, transcriptCounter: charsCounter };
      const { reports, middleware } = counting({ contextWindow: 3_000, ...bounds });
      const sizes = Array.from({ length: 20 }, () => 150);
      await createAgent({ model: reader(sizes), tools: [read], middleware: [middleware] }).invoke(goal, config);
      expect(new Set(reports.flatMap(({ steps }) => steps.map((step) => step.trigger)))).toEqual(new Set([trigger]));
      for (const { budget, transcript } of reports) {
        expect(budget.freeTokens).toBeGreaterThanOrEqual(0);
        expect(transcript?.tokens).toBeLessThanOrEqual(transcriptTokenBudget);
      }
    }
  });

  it("A13: what the provider reports as usage changes no decision", async () => {
    const requests = [];
    for (const input_tokens of [undefined, 0, 10_000_000]) {
      const usage = { input_tokens: input_tokens ?? 0, output_tokens: 1, total_tokens: 1 + (input_tokens ?? 0) };
      const model = reader(
        [200, 200, 200, 200, 200, 200, 200],
        input_tokens === undefined ? {} : { usage_metadata: usage },
      );
      const { middleware } = counting({ contextWindow: 3_000 });
      await createAgent({ model, tools: [read], middleware: [middleware] }).invoke(goal, config);
      requests.push(model.calls.map(({ messages }) => textsOf(messages)));
    }
    expect(requests[0]?.at(-1)?.join("")).toContain("<earlier-conversation");
    expect(requests[1]).toEqual(requests[0]);
    expect(requests[2]).toEqual(requests[0]);
  });

  it("A15: one oversized first message is refused at the first call, before the model", async () => {
    const { reports, middleware } = counting({ contextWindow: 3_000 });
    const model = reader([]);
    const agent = createAgent({ model, tools: [read], middleware: [middleware] });
    const error = await agent.invoke({ messages: [new HumanMessage(words(5_000))] }).catch((thrown: unknown) => thrown);
    expect(isPlimsollError(error, "context_budget_exceeded")).toBe(true);
    expect(model.callCount).toBe(0);
    expect(reports[0]?.action).toMatchObject({ kind: "refused" });
  });
});
