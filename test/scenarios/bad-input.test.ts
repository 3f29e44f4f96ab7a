import { AIMessage, type BaseMessage, HumanMessage } from "@langchain/core/messages";
import { type BudgetReport, contextBudgetMiddleware, findPlimsollError } from "@plimsoll/langchain";
import { createAgent, fakeModel, tool } from "langchain";
import { describe, expect, it } from "vitest";
import * as z from "zod";

type Options = Parameters<typeof contextBudgetMiddleware>[0];
type Tools = Parameters<typeof createAgent>[0]["tools"];

interface Outcome {
  readonly report: BudgetReport | undefined;
  readonly code: string | undefined;
  readonly message: string;
  readonly calls: number;
}

async function send(messages: readonly BaseMessage[], options: Options = {}, tools: Tools = []): Promise<Outcome> {
  let report: BudgetReport | undefined;
  const model = Object.assign(fakeModel().respond(new AIMessage("ok")), { model: "gpt-4o" });
  const onBudget = (each: BudgetReport): unknown => (report = each);
  const middleware = [
    contextBudgetMiddleware({ contextWindow: 8_000_000, surface: "openai-chat", onBudget, ...options }),
  ];
  try {
    await createAgent({ model, tools, middleware }).invoke({ messages: [...messages] });
    return { report, code: undefined, message: "", calls: model.callCount };
  } catch (error) {
    const found = findPlimsollError(error);
    return { report, code: found?.code, message: found?.message ?? String(error), calls: model.callCount };
  }
}

const hello = [new HumanMessage("hello")];

describe("bad input", () => {
  it("budgets no messages and empty messages", async () => {
    expect((await send([])).report?.budget.totalInputTokens).toBe(3);
    expect((await send([new HumanMessage("")])).report?.budget.totalInputTokens).toBeGreaterThan(3);
  });

  it("counts content blocks it does not know as what they are sent as", async () => {
    const strange = { type: "hologram", rays: Array.from({ length: 50 }, (_, index) => index) };
    const { report } = await send([new HumanMessage({ content: [{ type: "text", text: "see" }, strange] })]);
    expect(report?.budget.taskAndWorkingSetTokens).toBeGreaterThan(100);
  });

  it("counts lone surrogates as U+FFFD", async () => {
    const lone = await send([new HumanMessage("a\ud800b")]);
    const replaced = await send([new HumanMessage("a\ufffdb")]);
    expect(lone.report?.budget.totalInputTokens).toBe(replaced.report?.budget.totalInputTokens);
  });

  it("budgets 10 MB of text, an unbroken run included", async () => {
    const { report } = await send([new HumanMessage("word ".repeat(1_000_000) + "a".repeat(5_000_000))]);
    expect(report?.budget.taskAndWorkingSetTokens).toBeGreaterThan(1_000_000);
    expect(report?.budget.rows.at(-1)?.bytes).toBeGreaterThan(10_000_000);
  });

  it("refuses a cyclic tool schema, saying where, before the model is called", async () => {
    const properties: Record<string, unknown> = { leaf: { type: "string" } };
    properties["node"] = { type: "object", properties };
    const definition = { type: "function", function: { name: "grow", parameters: { type: "object", properties } } };
    const outcome = await send(hello, {}, [definition]);
    expect(outcome).toMatchObject({ code: "invalid_request", calls: 0 });
    expect(outcome.message).toMatch(
      /tool "grow" parameters\.properties\.node\.properties holds a reference to one of its own parents/,
    );
  });

  it.each<[string, Record<string, unknown>]>([
    ["contextWindow is 0", { contextWindow: 0 }],
    ["contextWindow is -5", { contextWindow: -5 }],
    ["contextWindow is NaN", { contextWindow: Number.NaN }],
    ["threshold is NaN", { threshold: Number.NaN }],
    ["threshold is 40", { threshold: 40 }],
    ["keepLastTurns is -1", { keepLastTurns: -1 }],
    ["outputReservation is Infinity", { outputReservation: Number.POSITIVE_INFINITY }],
    ["mode is off", { mode: "off" }],
    ["onBudget is yes", { onBudget: "yes" }],
    ["tokenCounter is an object", { tokenCounter: {} }],
    ["keep", { keep: { messages: 20 } }],
  ])("refuses options at creation: %s", (problem, options) => {
    expect(() => contextBudgetMiddleware(options)).toThrow(/\[invalid_options\] contextBudgetMiddleware: /);
    expect(() => contextBudgetMiddleware(options)).toThrow(problem);
  });

  it("names every wrong option at once", () => {
    expect(() => contextBudgetMiddleware({ contextWindow: 0, threshold: 2 })).toThrow(
      /contextWindow is 0 .*; threshold is 2 /,
    );
  });

  it("refuses a reservation larger than the window with the remedy", async () => {
    const outcome = await send(hello, { contextWindow: 1_000, outputReservation: 1_001 });
    expect(outcome).toMatchObject({ code: "invalid_request", calls: 0 });
    expect(outcome.message).toMatch(
      /reservations of 1001 tokens exceed the context window of 1000.*lower the output reservation/,
    );
  });

  it("counts tools of one name each by itself", async () => {
    const named = (description: string) => tool(() => "", { name: "same", description, schema: z.object({}) });
    const one = await send(hello, {}, [named("first")]);
    const two = await send(hello, {}, [named("first"), named("second and longer")]);
    expect(two.report?.budget.rows.filter((row) => row.label === "schema of same")).toHaveLength(2);
    expect(two.report?.budget.toolSchemaTokens).toBeGreaterThan(
      one.report?.budget.toolSchemaTokens ?? Number.POSITIVE_INFINITY,
    );
  });
});
