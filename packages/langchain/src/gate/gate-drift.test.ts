import { ChatAnthropic } from "@langchain/anthropic";
import { AIMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import type { StructuredToolInterface } from "@langchain/core/tools";
import { ChatOpenAI } from "@langchain/openai";
import { wordCounter, words } from "@plimsoll/core/testing";
import {
  type AgentMiddleware,
  createAgent,
  createMiddleware,
  fakeModel,
  providerStrategy,
  tool,
  toolStrategy,
} from "langchain";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { contextBudgetMiddleware } from "../context-budget-middleware.ts";
import type { ContextBudgetOptions } from "../options.ts";
import { budgetGate } from "./budget-gate.ts";
import type { GateReport, UsageReport } from "./gate-report.ts";

const search = tool(() => "found", {
  name: "search",
  description: "Searches.",
  schema: z.object({ query: z.string() }),
});

const other = tool(() => "found", {
  name: "other",
  description: "Another one.",
  schema: z.object({ query: z.string() }),
});

const schema = z.object({ answer: z.string() }).meta({ title: "verdict" });

const conversation = [
  new HumanMessage({ id: "1", content: "Find it." }),
  new AIMessage({ id: "2", content: "", tool_calls: [{ id: "call_1", name: "search", args: { query: "it" } }] }),
  new ToolMessage({ id: "3", content: "found", tool_call_id: "call_1" }),
  new HumanMessage({ id: "4", content: "And now?" }),
];

/** The budget alone: it leaves its ledger where the gate finds it. */
function budgeted(options: ContextBudgetOptions): AgentMiddleware[] {
  return [contextBudgetMiddleware(options) as AgentMiddleware];
}

type WrapModelCall = NonNullable<AgentMiddleware["wrapModelCall"]>;

function after(change: (request: Parameters<WrapModelCall>[0]) => object): AgentMiddleware {
  return createMiddleware({
    name: "after",
    wrapModelCall: (request, handler) => handler({ ...request, ...change(request) }),
  }) as AgentMiddleware;
}

const answerOf = (content: string) => ({
  id: "x",
  choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content } }],
  usage: { prompt_tokens: 90, completion_tokens: 5, total_tokens: 95, prompt_tokens_details: { cached_tokens: 64 } },
});

function openAI(content = '{"answer":"yes"}') {
  const fetch = async () =>
    new Response(JSON.stringify(answerOf(content)), { headers: { "content-type": "application/json" } });
  return new ChatOpenAI({ model: "gpt-4o", apiKey: "none", configuration: { fetch } });
}

function anthropic() {
  const content = [{ type: "text", text: '{"answer":"yes"}' }];
  const answer = { id: "m", type: "message", role: "assistant", content, usage: { input_tokens: 9, output_tokens: 1 } };
  const fetch = async () => new Response(JSON.stringify(answer), { headers: { "content-type": "application/json" } });
  return new ChatAnthropic({ model: "claude-sonnet-4-5", apiKey: "none", clientOptions: { fetch } });
}

interface Made {
  readonly model: ChatOpenAI | ChatAnthropic;
  readonly tools?: StructuredToolInterface[];
  readonly responseFormat?: ReturnType<typeof toolStrategy>;
}

const options: ContextBudgetOptions = { contextWindow: 20_000, outputReservation: 0 };

async function reportsOf(agent: Made, changes: readonly AgentMiddleware[] = [], budget = options) {
  const reports: GateReport[] = [];
  const gate = budgetGate({ onGate: (report) => reports.push(report) });
  const made = createAgent({
    tools: [search],
    systemPrompt: "Be brief.",
    ...agent,
    middleware: [...budgeted(budget), ...changes],
  });
  await made.invoke({ messages: conversation }, { callbacks: [gate] });
  return reports;
}

describe("a request that nobody changed", () => {
  it.each([
    ["OpenAI Chat", openAI],
    ["Anthropic", anthropic],
  ])("has no drift on its way to %s", async (_name, model) => {
    const [report] = await reportsOf({ model: model() });
    expect(report).toMatchObject({
      counted: "payload",
      outcome: { kind: "passed" },
      drift: { tokens: 0, changes: [] },
    });
    expect(report?.budget?.modelContextTokens).toBe(20_000);
  });

  it.each([
    ["by a tool", toolStrategy(schema, { handleError: false })],
    ["by the provider", providerStrategy(schema)],
  ])("has none with structured output %s", async (_how, responseFormat) => {
    const [report] = await reportsOf({
      model: openAI(),
      responseFormat: responseFormat as ReturnType<typeof toolStrategy>,
    });
    expect(report?.drift).toMatchObject({ tokens: 0, changes: [] });
  });
});

describe("a request that was changed", () => {
  it("tells longer system text", async () => {
    const [report] = await reportsOf({ model: openAI() }, [
      after(() => ({ systemPrompt: `Be brief.${" word".repeat(100)}` })),
    ]);
    expect(report?.drift).toMatchObject({
      bySegment: { system: 100, history: 0, task: 0 },
      changes: [{ change: "changed", segment: "system", label: "system", tokens: 100 }, { label: "tools framing" }],
    });
  });

  it("tells added and removed tools by name", async () => {
    const [added] = await reportsOf({ model: openAI(), tools: [search, other] }, [
      after(({ tools }) => ({ tools: tools.slice(1) })),
    ]);
    expect(added?.drift?.changes).toMatchObject([{ change: "removed", segment: "tools", label: "schema of search" }]);
    expect(added?.drift?.tokens).toBeLessThan(0);
  });

  it("tells appended messages", async () => {
    const [report] = await reportsOf({ model: openAI() }, [
      after(({ messages }) => ({ messages: [...messages, new AIMessage("well"), new HumanMessage(words(50))] })),
    ]);
    expect(report?.drift?.changes.map(({ change, label }) => `${change} ${label}`)).toContain("added assistant");
    expect(report?.drift?.tokens).toBeGreaterThan(50);
  });

  it("names the change in a refusal, and what to do", async () => {
    const refused = reportsOf({ model: openAI() }, [after(() => ({ systemPrompt: " word".repeat(30_000) }))]);
    await expect(refused).rejects.toThrow(/"system" was changed \(system, .* last in the middleware array/);
  });

  it("is measured by the window of the model it was given, which must be known", async () => {
    const smaller = new ChatOpenAI({ model: "gpt-4", apiKey: "none" });
    await expect(reportsOf({ model: openAI() }, [after(() => ({ model: smaller }))])).rejects.toThrow(
      /context_window_unknown.*"gpt-4"/,
    );
  });

  it("is measured with the longer answer that another client of the same model may give", async () => {
    const talkative = new ChatOpenAI({ model: "gpt-4o", apiKey: "none", maxTokens: 19_990 });
    const swapped = reportsOf({ model: openAI() }, [after(() => ({ model: talkative }))], { contextWindow: 20_000 });
    await expect(swapped).rejects.toThrow(/context_budget_exceeded/);
  });

  it("tells what a provider's converter drops", async () => {
    const anyOf = [{ properties: { query: { type: "string" } } }];
    const union = tool(() => "found", {
      name: "union",
      description: "Takes one of many.",
      schema: { type: "object", properties: { query: { type: "string" } }, anyOf },
    }) as StructuredToolInterface;
    const [report] = await reportsOf({ model: anthropic(), tools: [search, union] });
    expect(report?.drift?.changes).toMatchObject([{ change: "removed", label: "schema of union" }]);
  });
});

describe("what a provider's client renders in another way than LangChain", () => {
  const picture = `data:image/png;base64,${"iVBORw0KGgo".repeat(200)}`;
  const messages = [
    new HumanMessage("Look."),
    new AIMessage({ content: "", tool_calls: [{ id: "call_1", name: "search", args: {} }] }),
    new ToolMessage({ content: [{ type: "image_url", image_url: { url: picture } }], tool_call_id: "call_1" }),
  ];

  /** Responses is sent the blocks of a result as JSON text. */
  function responses(sent: string[]) {
    const content = [{ type: "output_text", text: "done", annotations: [] }];
    const output = [{ type: "message", id: "msg_1", role: "assistant", status: "completed", content }];
    const fetch: typeof globalThis.fetch = async (_address, init) => {
      sent.push(String(init?.body));
      const answer = JSON.stringify({ id: "r", object: "response", status: "completed", output });
      return new Response(answer, { headers: { "content-type": "application/json" } });
    };
    return new ChatOpenAI({ model: "gpt-4o", apiKey: "none", useResponsesApi: true, configuration: { fetch } });
  }

  it("is counted as it is sent, and told apart from changes", async () => {
    const reports: GateReport[] = [];
    const gate = budgetGate({ onGate: (report) => reports.push(report) });
    const agent = createAgent({ model: responses([]), tools: [search], middleware: budgeted(options) });
    await agent.invoke({ messages }, { callbacks: [gate] });
    const drift = reports[0]?.drift;
    expect(drift).toMatchObject({ changes: [], tokens: drift?.conversionTokens });
    expect(drift?.conversionTokens).toBeGreaterThan(400);
  });

  it("is refused where only that is over", async () => {
    const sent: string[] = [];
    const agent = createAgent({
      model: responses(sent),
      tools: [search],
      middleware: budgeted({ contextWindow: 1_200, outputReservation: 0 }),
    });
    await expect(agent.invoke({ messages }, { callbacks: [budgetGate()] })).rejects.toThrow(/context_budget_exceeded/);
    expect(sent).toHaveLength(0);
    await agent.invoke({ messages });
    expect(sent).toHaveLength(1);
  });
});

describe("a client that does not say which tools it was given", () => {
  it("is taken to send those that were budgeted", async () => {
    const reports: GateReport[] = [];
    const agent = createAgent({
      model: fakeModel().respond(new AIMessage("done")),
      tools: [search],
      middleware: budgeted({ ...options, tokenCounter: wordCounter }),
    });
    const gate = budgetGate({ onGate: (report) => reports.push(report) });
    await agent.invoke({ messages: conversation }, { callbacks: [gate] });
    expect(reports[0]?.drift).toMatchObject({ tokens: 0, changes: [] });
    expect(reports[0]?.budget?.toolSchemaTokens).toBeGreaterThan(0);
  });
});

describe("events of the gate", () => {
  it("stand in the custom stream without rows, each once", async () => {
    const agent = createAgent({ model: openAI("done"), middleware: budgeted(options) });
    const config = { callbacks: [budgetGate()], streamMode: "custom" as const };
    const types: string[] = [];
    for await (const chunk of await agent.stream({ messages: conversation }, config)) {
      types.push(Reflect.get(chunk as object, "type"));
      expect(JSON.stringify(chunk)).not.toContain("rows");
    }
    expect(types).toEqual(["context.budget", "context.gate", "context.usage"]);
  });

  it("carry nothing of what was said", async () => {
    const secret = "xyzzy-secret";
    const told: unknown[] = [];
    const gate = budgetGate({
      contextWindow: 1_000,
      onGate: (report) => told.push(report),
      onUsage: (report) => told.push(report),
    });
    await createAgent({ model: openAI(secret), systemPrompt: secret }).invoke(
      { messages: [new HumanMessage(secret)] },
      { callbacks: [gate] },
    );
    expect(told).toHaveLength(2);
    expect(JSON.stringify(told)).not.toContain(secret);
  });
});

describe("usage", () => {
  it("is compared with the ledger and decides nothing", async () => {
    const reports: UsageReport[] = [];
    const gate = budgetGate({ contextWindow: 1_000, onUsage: (report) => reports.push(report) });
    const model = openAI("done");
    await model.invoke("Hello there", { callbacks: [gate] });
    await model.invoke(words(40), { callbacks: [gate] });
    expect(
      reports.map(({ calls, reportedTokens, cacheReadTokens }) => [calls, reportedTokens, cacheReadTokens]),
    ).toEqual([
      [1, 90, 64],
      [2, 90, 64],
    ]);
    expect(reports[0]?.ratio).toBe(90 / (reports[0]?.countedTokens ?? 0));
    expect(reports[1]?.worstRatio).toBe(reports[0]?.ratio);
  });

  it("is told of streamed answers too", async () => {
    const chunk = (fields: object) =>
      `data: ${JSON.stringify({ id: "x", object: "chat.completion.chunk", ...fields })}\n\n`;
    const delta = { role: "assistant", content: "done" };
    const usage = { prompt_tokens: 12, completion_tokens: 1, total_tokens: 13 };
    const stream = `${chunk({ choices: [{ index: 0, delta, finish_reason: "stop" }] })}${chunk({ choices: [], usage })}data: [DONE]\n\n`;
    const fetch = async () => new Response(stream, { headers: { "content-type": "text/event-stream" } });
    const model = new ChatOpenAI({ model: "gpt-4o", apiKey: "none", configuration: { fetch } });
    const reports: UsageReport[] = [];
    const gate = budgetGate({ contextWindow: 1_000, onUsage: (report) => reports.push(report) });
    for await (const _chunk of await model.stream("Hello there", { callbacks: [gate] }));
    expect(reports).toMatchObject([{ reportedTokens: 12, calls: 1 }]);
  });

  it("is not told where none came", async () => {
    const reports: UsageReport[] = [];
    const gate = budgetGate({ contextWindow: 1_000, onUsage: (report) => reports.push(report) });
    await fakeModel()
      .respond(new AIMessage("done"))
      .invoke("Hello", { callbacks: [gate] });
    expect(reports).toEqual([]);
  });
});
