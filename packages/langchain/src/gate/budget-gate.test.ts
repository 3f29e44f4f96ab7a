import { ChatAnthropic } from "@langchain/anthropic";
import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { AIMessage, HumanMessage } from "@langchain/core/messages";
import { END, MessagesValue, START, StateGraph, StateSchema } from "@langchain/langgraph";
import { ChatOpenAI } from "@langchain/openai";
import { findPlimsollError, isPlimsollError } from "@plimsoll/core";
import { wordCounter, words } from "@plimsoll/core/testing";
import {
  type AgentMiddleware,
  createAgent,
  createMiddleware,
  fakeModel,
  modelFallbackMiddleware,
  modelRetryMiddleware,
  tool,
} from "langchain";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { contextBudgetMiddleware } from "../context-budget-middleware.ts";
import { budgetGate } from "./budget-gate.ts";
import type { BudgetGateOptions } from "./gate-options.ts";
import type { GateReport } from "./gate-report.ts";

const search = tool(() => "found", {
  name: "search",
  description: "Searches.",
  schema: z.object({ query: z.string() }),
});

const large = tool(() => "found", {
  name: "large",
  description: words(9_000),
  schema: z.object({ query: z.string() }),
});

const input = { messages: [new HumanMessage("Find it.")] };

/** A client of a provider that counts what reaches it and answers with one line. */
interface Client {
  readonly sent: string[];
  readonly model: (name?: string) => BaseChatModel;
}

function answering(answer: object): { readonly sent: string[]; readonly fetch: typeof fetch } {
  const sent: string[] = [];
  return {
    sent,
    fetch: async (_address, init) => {
      sent.push(String(init?.body));
      return new Response(JSON.stringify(answer), { headers: { "content-type": "application/json" } });
    },
  };
}

function openAIChat(): Client {
  const message = { role: "assistant", content: "done" };
  const { sent, fetch } = answering({
    id: "x",
    object: "chat.completion",
    choices: [{ index: 0, finish_reason: "stop", message }],
  });
  const model = (name = "gpt-4o") => new ChatOpenAI({ model: name, apiKey: "none", configuration: { fetch } });
  return { sent, model };
}

function openAIResponses(): Client {
  const content = [{ type: "output_text", text: "done", annotations: [] }];
  const item = { type: "message", id: "msg_1", role: "assistant", status: "completed", content };
  const { sent, fetch } = answering({ id: "r", object: "response", status: "completed", output: [item] });
  const model = (name = "gpt-4o") =>
    new ChatOpenAI({ model: name, apiKey: "none", useResponsesApi: true, configuration: { fetch } });
  return { sent, model };
}

function anthropic(): Client {
  const { sent, fetch } = answering({
    id: "m",
    type: "message",
    role: "assistant",
    content: [{ type: "text", text: "done" }],
    usage: { input_tokens: 1, output_tokens: 1 },
  });
  const model = (name = "claude-sonnet-4-5") =>
    new ChatAnthropic({ model: name, apiKey: "none", maxTokens: 10, clientOptions: { fetch } });
  return { sent, model };
}

/** A middleware that comes after the budget and does something to the request. */
function after(change: (request: Parameters<NonNullable<AgentMiddleware["wrapModelCall"]>>[0]) => object) {
  return createMiddleware({
    name: "after",
    wrapModelCall: (request, handler) => handler({ ...request, ...change(request) }),
    wrapToolCall: (request, handler) => handler(request),
  });
}

const attacks: readonly (readonly [what: string, attack: (client: Client) => AgentMiddleware])[] = [
  ["lengthens the system text", () => after(() => ({ systemPrompt: words(10_000) })) as AgentMiddleware],
  ["adds a tool", () => after(({ tools }) => ({ tools: [...tools, large] })) as AgentMiddleware],
  [
    "appends messages",
    () => after(({ messages }) => ({ messages: [...messages, new HumanMessage(words(10_000))] })) as AgentMiddleware,
  ],
  [
    "replaces the conversation",
    () => after(() => ({ messages: [new HumanMessage(words(10_000))] })) as AgentMiddleware,
  ],
  ["swaps the model for a smaller one", ({ model }) => after(() => ({ model: model("small") })) as AgentMiddleware],
];

const clients: readonly (readonly [name: string, client: () => Client])[] = [
  ["OpenAI Chat", openAIChat],
  ["OpenAI Responses", openAIResponses],
  ["Anthropic", anthropic],
];

const contextWindow = 8_000;
const windows = (modelId: string): number => (modelId === "small" ? 50 : contextWindow);

function agentOf(client: Client, middleware: readonly AgentMiddleware[]) {
  const budget = contextBudgetMiddleware({ contextWindow, outputReservation: 0 }) as AgentMiddleware;
  return createAgent({
    model: client.model(),
    tools: [search],
    systemPrompt: "Be brief.",
    middleware: [budget, ...middleware],
  });
}

const arrangements = clients.flatMap(([name, client]) =>
  attacks.map(([what, attack]) => ({ name, what, client, attack })),
);

describe("with the gate, a middleware after the budget that", () => {
  it.each(arrangements)("$what sends nothing over the window to $name", async ({ client, attack }) => {
    const provider = client();
    const agent = agentOf(provider, [attack(provider)]);
    const gate = budgetGate({ contextWindow: windows });
    const refusal = await agent.invoke(input, { callbacks: [gate] }).catch((error: unknown) => error);
    expect(isPlimsollError(refusal, "context_budget_exceeded")).toBe(true);
    expect(provider.sent).toHaveLength(0);
  });
});

describe("without the gate, a middleware after the budget that", () => {
  it.each(arrangements)("$what sends its request to $name", async ({ client, attack }) => {
    const provider = client();
    await agentOf(provider, [attack(provider)]).invoke(input);
    expect(provider.sent).toHaveLength(1);
  });
});

describe("the gate", () => {
  const over: BudgetGateOptions = { contextWindow: 60 };

  it.each([
    [
      "invoke",
      (client: Client) =>
        createAgent({ model: client.model(), systemPrompt: words(50) }).invoke(input, {
          callbacks: [budgetGate(over)],
        }),
    ],
    [
      "stream",
      async (client: Client) => {
        const config = { callbacks: [budgetGate(over)], streamMode: "messages" as const };
        for await (const _chunk of await createAgent({ model: client.model(), systemPrompt: words(50) }).stream(
          input,
          config,
        ));
      },
    ],
    [
      "events of version 2",
      async (client: Client) => {
        const agent = createAgent({ model: client.model(), systemPrompt: words(50) });
        for await (const _event of agent.streamEvents(input, { version: "v2", callbacks: [budgetGate(over)] }));
      },
    ],
    [
      "events of version 3",
      async (client: Client) => {
        const agent = createAgent({ model: client.model(), systemPrompt: words(50) });
        const run = await agent.streamEvents(input, { version: "v3", callbacks: [budgetGate(over)] });
        await run.output;
      },
    ],
    [
      "an agent within a graph",
      (client: Client) => {
        const { graph: inner } = createAgent({ model: client.model(), systemPrompt: words(50) });
        const graph = new StateGraph(new StateSchema({ messages: MessagesValue }))
          .addNode("inner", inner)
          .addEdge(START, "inner")
          .addEdge("inner", END)
          .compile();
        return graph.invoke(input, { callbacks: [budgetGate(over)] });
      },
    ],
    [
      "a model that other middleware calls",
      (client: Client) => {
        const nested = createMiddleware({
          name: "nested",
          beforeModel: async () => void (await client.model().invoke(words(50))),
        });
        const agent = createAgent({ model: client.model(), middleware: [nested as AgentMiddleware] });
        return agent.invoke(input, { callbacks: [budgetGate(over)] });
      },
    ],
    [
      "runs side by side",
      (client: Client) => {
        const agent = createAgent({ model: client.model(), systemPrompt: words(50) });
        const callbacks = [budgetGate(over)];
        return Promise.all([agent.invoke(input, { callbacks }), agent.invoke(input, { callbacks })]);
      },
    ],
    ["a batch", (client: Client) => client.model().batch([words(50), words(50)], { callbacks: [budgetGate(over)] })],
    [
      "a bound agent",
      (client: Client) =>
        createAgent({ model: client.model(), systemPrompt: words(50) })
          .withConfig({ callbacks: [budgetGate(over)] })
          .invoke(input),
    ],
    ["a model alone", (client: Client) => client.model().invoke(words(50), { callbacks: [budgetGate(over)] })],
    [
      "a model alone that streams",
      async (client: Client) => {
        for await (const _chunk of await client.model().stream(words(50), { callbacks: [budgetGate(over)] }));
      },
    ],
  ] satisfies [string, (client: Client) => Promise<unknown>][])("stops %s", async (_how, run) => {
    const client = anthropic();
    const refusal = await run(client).catch((error: unknown) => error);
    expect(isPlimsollError(refusal, "context_budget_exceeded")).toBe(true);
    expect(client.sent).toHaveLength(0);
  });

  it("stops a model that was made with it, whatever is bound to it later", async () => {
    const { sent, fetch } = answering({});
    const model = new ChatOpenAI({
      model: "gpt-4o",
      apiKey: "none",
      configuration: { fetch },
      callbacks: [budgetGate(over)],
    });
    const refusal = await createAgent({ model, tools: [search], systemPrompt: words(50) })
      .invoke(input)
      .catch((error: unknown) => error);
    expect(isPlimsollError(refusal, "context_budget_exceeded")).toBe(true);
    expect(sent).toHaveLength(0);
  });

  it("is not reached where LangChain drops a model's callbacks: set on ChatOpenAI after it was made", async () => {
    const client = openAIChat();
    const model = client.model();
    model.callbacks = [budgetGate(over)];
    await createAgent({ model, systemPrompt: words(50) }).invoke(input);
    expect(client.sent).toHaveLength(1);
  });

  it("lets a fallback with a larger window answer", async () => {
    const client = openAIChat();
    const reports: GateReport[] = [];
    const agent = createAgent({
      model: client.model("small"),
      systemPrompt: words(100),
      middleware: [modelFallbackMiddleware(client.model("gpt-4o")) as AgentMiddleware],
    });
    const gate = budgetGate({ contextWindow: windows, onGate: (report) => reports.push(report) });
    await agent.invoke(input, { callbacks: [gate] });
    expect(client.sent.map((body) => JSON.parse(body).model)).toEqual(["gpt-4o"]);
    expect(reports.map(({ call, outcome }) => [call.modelId, outcome.kind])).toEqual([
      ["small", "over"],
      ["gpt-4o", "passed"],
    ]);
  });

  it("is not outlasted by retries", async () => {
    const client = openAIChat();
    const retry = modelRetryMiddleware({ maxRetries: 2, initialDelayMs: 1, jitter: false, onFailure: "error" });
    const agent = createAgent({
      model: client.model("small"),
      systemPrompt: words(100),
      middleware: [retry as AgentMiddleware],
    });
    const gate = budgetGate({ contextWindow: windows });
    const refusal = await agent.invoke(input, { callbacks: [gate] }).catch((error: unknown) => error);
    expect(isPlimsollError(refusal, "context_budget_exceeded")).toBe(true);
    expect(client.sent).toHaveLength(0);
  });

  it("only reports in observe mode", async () => {
    const client = openAIChat();
    const reports: GateReport[] = [];
    const agent = createAgent({ model: client.model("small"), systemPrompt: words(100) });
    await agent.invoke(input, {
      callbacks: [budgetGate({ mode: "observe", contextWindow: windows, onGate: (report) => reports.push(report) })],
    });
    expect(client.sent).toHaveLength(1);
    expect(reports[0]?.outcome).toMatchObject({ kind: "over", refused: false });
  });

  it("reads the window from the profile of a model it is told of", async () => {
    const client = openAIChat();
    const reports: GateReport[] = [];
    const gate = budgetGate({ models: [client.model("gpt-4o")], onGate: (report) => reports.push(report) });
    await createAgent({ model: client.model("gpt-4o") }).invoke(input, { callbacks: [gate] });
    expect(reports[0]?.budget?.modelContextTokens).toBe(128_000);
  });

  it("refuses what it cannot measure, but lets a summarizer go and reports it", async () => {
    const reports: GateReport[] = [];
    const client = openAIChat();
    const callbacks = [budgetGate({ onGate: (report) => reports.push(report) })];
    const refusal = await client
      .model()
      .invoke("Hello", { callbacks })
      .catch((error: unknown) => error);
    expect(findPlimsollError(refusal)?.code).toBe("context_window_unknown");
    expect(client.sent).toHaveLength(0);
    await client.model().invoke("Hello", { callbacks, metadata: { lc_source: "summarization" } });
    expect(client.sent).toHaveLength(1);
    expect(reports.map(({ outcome }) => outcome)).toEqual([
      { kind: "unmeasured", refused: true, code: "context_window_unknown" },
      { kind: "unmeasured", refused: false, code: "context_window_unknown" },
    ]);
  });

  it("examines a summarizer whose window it knows", async () => {
    const client = openAIChat();
    const config = { callbacks: [budgetGate(over)], metadata: { lc_source: "summarization" } };
    const refusal = await client
      .model()
      .invoke(words(50), config)
      .catch((error: unknown) => error);
    expect(isPlimsollError(refusal, "context_budget_exceeded")).toBe(true);
  });

  it("reports once when it is attached twice", async () => {
    const reports: GateReport[] = [];
    const gate = budgetGate({ contextWindow, onGate: (report) => reports.push(report) });
    const { fetch } = answering({ choices: [{ index: 0, message: { role: "assistant", content: "done" } }] });
    const model = new ChatOpenAI({ model: "gpt-4o", apiKey: "none", configuration: { fetch }, callbacks: [gate] });
    await model.invoke("Hello", { callbacks: [gate] });
    expect(reports).toHaveLength(1);
  });

  it("is not stopped by a listener that throws", async () => {
    const client = openAIChat();
    const onGate = () => {
      throw new Error("listener");
    };
    await client.model().invoke("Hello", { callbacks: [budgetGate({ contextWindow, onGate })] });
    expect(client.sent).toHaveLength(1);
  });

  it("measures a model of a provider it does not know by LangChain's own messages", async () => {
    const reports: GateReport[] = [];
    const model = fakeModel().respond(new AIMessage("done"));
    const gate = budgetGate({ contextWindow, tokenCounter: wordCounter, onGate: (report) => reports.push(report) });
    await createAgent({ model, systemPrompt: "Be brief." }).invoke(input, { callbacks: [gate] });
    expect(reports[0]).toMatchObject({ counted: "projection", call: { surface: "generic" }, drift: null });
    expect(reports[0]?.budget?.rows.map(({ label }) => label)).toEqual(["request framing", "system", "user"]);
  });

  it.each([
    [{ contextWindow: 0 }, /contextWindow/],
    [{ threshold: 2 }, /threshold/],
    [{ window: 1 }, /window/],
  ])("refuses the options %j at once", (options, problem) => {
    expect(() => budgetGate(options as BudgetGateOptions)).toThrow(problem);
  });
});
