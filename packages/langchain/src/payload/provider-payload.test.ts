import { ChatAnthropic } from "@langchain/anthropic";
import { AIMessage, type BaseMessage, HumanMessage, SystemMessage, ToolMessage } from "@langchain/core/messages";
import { ChatOpenAI } from "@langchain/openai";
import { compileOutboundRequestBudget, type OutboundRequest, type Surface } from "@plimsoll/core";
import { loadModelCounter } from "@plimsoll/core/tiktoken";
import { projectMessage, projectTranscript } from "@plimsoll/langgraph";
import { createAgent, fakeModel, providerStrategy, tool, toolStrategy } from "langchain";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { segmentConverter } from "./message-converter.ts";
import { isReadable, projectBody } from "./project-body.ts";
import { type PayloadCall, providerPayload, type ProviderPayload } from "./provider-payload.ts";

const search = tool(() => "found", {
  name: "search",
  description: "Searches.",
  schema: z.object({ query: z.string() }),
});

const verdict = z.object({ answer: z.string() }).meta({ title: "verdict" });
const image = "data:image/png;base64,iVBORw0KGgo=";
const encrypted = "gAAAAAB-sealed-reasoning";

/** Every shape of message that leaves in more than one way. */
const conversation: readonly BaseMessage[] = [
  new HumanMessage("Find it."),
  new AIMessage({ content: "Let me look.", tool_calls: [{ id: "call_1", name: "search", args: { query: "it" } }] }),
  new ToolMessage({ content: "found", tool_call_id: "call_1", name: "search" }),
  new AIMessage({
    content: "",
    tool_calls: [
      { id: "call_2", name: "search", args: { query: "a" } },
      { id: "call_3", name: "search", args: { query: "b" } },
    ],
  }),
  new ToolMessage({ content: [{ type: "text", text: "found a" }], tool_call_id: "call_2" }),
  new ToolMessage({ content: "found b", tool_call_id: "call_3", status: "error" }),
  new AIMessage("Done."),
  new HumanMessage({
    content: [
      { type: "text", text: "And this?" },
      { type: "image_url", image_url: { url: image } },
    ],
  }),
];

/** What only one provider's client makes something of. */
const native: readonly BaseMessage[] = [
  new HumanMessage("Find it."),
  new AIMessage({
    content: "As said",
    response_metadata: {
      output: [
        { type: "reasoning", id: "rs_1", summary: [], encrypted_content: encrypted },
        { type: "message", id: "msg_1", role: "assistant", content: [{ type: "output_text", text: "As was said" }] },
      ],
    },
  }),
  new AIMessage({
    content: [
      { type: "thinking", thinking: "I wonder.", signature: "c2ln" },
      { type: "text", text: "Well" },
      { type: "tool_use", id: "call_9", name: "search", input: { query: "lost" } },
    ],
  }),
  new ToolMessage({ content: "found", tool_call_id: "call_9" }),
  new SystemMessage("Be brief from now on."),
  new HumanMessage("Go on."),
];

interface Provider {
  readonly bodies: unknown[];
  readonly model: ChatOpenAI | ChatAnthropic;
}

/** Answers a plain call with JSON; a stream is broken off, as its body has left by then. */
function answering(answer: object): { readonly bodies: unknown[]; readonly fetch: typeof fetch } {
  const bodies: unknown[] = [];
  return {
    bodies,
    fetch: async (_address, init) => {
      bodies.push(JSON.parse(String(init?.body)));
      return new Response(JSON.stringify(answer), { headers: { "content-type": "application/json" } });
    },
  };
}

const text = '{"answer":"yes"}';
const common = { apiKey: "none", maxRetries: 0 };

const providers: readonly (readonly [name: string, surface: Surface, make: () => Provider])[] = [
  [
    "OpenAI Chat",
    "openai-chat",
    () => {
      const choices = [{ index: 0, finish_reason: "stop", message: { role: "assistant", content: text } }];
      const { bodies, fetch } = answering({ id: "x", choices });
      const fields = { ...common, model: "gpt-4o", temperature: 0, configuration: { fetch } };
      return { bodies, model: new ChatOpenAI(fields) };
    },
  ],
  [
    "OpenAI Responses",
    "openai-responses",
    () => {
      const content = [{ type: "output_text", text, annotations: [] }];
      const output = [{ type: "message", id: "msg_9", role: "assistant", status: "completed", content }];
      const { bodies, fetch } = answering({ id: "r", object: "response", status: "completed", output });
      const fields = { ...common, model: "gpt-5", useResponsesApi: true, configuration: { fetch } };
      return { bodies, model: new ChatOpenAI(fields) };
    },
  ],
  [
    "Anthropic",
    "anthropic",
    () => {
      const usage = { input_tokens: 1, output_tokens: 1 };
      const { bodies, fetch } = answering({ id: "m", role: "assistant", content: [{ type: "text", text }], usage });
      const fields = { ...common, model: "claude-sonnet-4-5", clientOptions: { fetch } };
      return { bodies, model: new ChatAnthropic(fields) };
    },
  ],
];

type Settings = Readonly<Record<string, unknown>>;

const formats: readonly (readonly [how: string, responseFormat: unknown])[] = [
  ["without structured output", undefined],
  ["with structured output by a tool", toolStrategy(verdict, { handleError: false })],
  ["with structured output by the provider", providerStrategy(verdict)],
];

/** Runs an agent and says what its model was called with. */
async function called({ model }: Provider, responseFormat: unknown): Promise<PayloadCall> {
  const calls: PayloadCall[] = [];
  const handleChatModelStart = (...start: readonly unknown[]) => {
    const [, messages, , , extra] = start as [unknown, BaseMessage[][], unknown, unknown, { options: Settings }];
    const { tools, signal: _signal, ...settings } = extra.options;
    calls.push({ messages: messages[0] ?? [], tools: tools as unknown[], settings });
  };
  const agent = createAgent({
    model,
    tools: [search],
    systemPrompt: "Be brief.",
    ...(responseFormat === undefined ? {} : { responseFormat: responseFormat as ReturnType<typeof toolStrategy> }),
  });
  await agent.invoke({ messages: [...conversation] }, { callbacks: [{ handleChatModelStart }] });
  const [call] = calls;
  if (call === undefined) throw new TypeError("the agent called no model");
  return call;
}

async function rebuilt(model: unknown, call: PayloadCall): Promise<ProviderPayload> {
  const payload = await providerPayload(model, call);
  if (payload === undefined) throw new TypeError("no payload");
  return payload;
}

describe.each(providers)("the body for %s", (_name, surface, make) => {
  it.each(formats)("is what an agent sends %s", async (_how, responseFormat) => {
    const provider = make();
    const call = await called(provider, responseFormat);
    const { bodies, model } = provider;
    expect(await rebuilt(model, call)).toEqual({ surface, body: bodies[0] });
  });

  it.each([
    ["of every shape", conversation],
    ["in a provider's own form", native],
  ])("is what a model alone sends of messages %s", async (_which, messages) => {
    const { bodies, model } = make();
    await model.invoke([...messages]);
    expect(await rebuilt(model, { messages })).toEqual({ surface, body: bodies[0] });
  });

  it("is what a stream sends", async () => {
    const { bodies, model } = make();
    const drain = async () => {
      for await (const _chunk of await model.bindTools([search]).stream([...conversation]));
    };
    await drain().catch(() => undefined);
    const call = { messages: conversation, tools: [search], streams: true };
    expect(await rebuilt(model, call)).toEqual({ surface, body: bodies[0] });
  });
});

async function ledgerOf(request: OutboundRequest) {
  const counter = await loadModelCounter(request.surface, request.modelId);
  return compileOutboundRequestBudget(request, { counter });
}

describe.each(providers)("messages converted one by one for %s", (_name, surface, make) => {
  it.each([
    ["of every shape", conversation],
    ["in a provider's own form", native],
  ])("weigh what the whole body weighs: %s", async (_which, messages) => {
    const { model } = make();
    const { body } = await rebuilt(model, { messages, tools: [search] });
    if (!isReadable(surface)) throw new TypeError(surface);
    const whole = projectBody(surface, body, { contextWindow: 100_000, outputReservation: 0 });
    const convert = await segmentConverter({ surface, modelId: whole.modelId });
    const { segments: shown } = projectTranscript(messages);
    const segments = messages.flatMap((message, index) => {
      const segment = shown[index];
      return segment === undefined ? [] : (convert?.({ message, segment }) ?? []);
    });
    const tools = whole.segments.filter(({ type }) => type !== "message");
    const expected = await ledgerOf(whole);
    const ledger = await ledgerOf({ ...whole, segments: [...tools, ...segments] });
    expect(ledger.rows.map(({ tokens }) => tokens)).toEqual(expected.rows.map(({ tokens }) => tokens));
  });
});

describe("every text that the model is shown", () => {
  const marks = Array.from({ length: 9 }, (_, index) => `mark${index}`);
  const [system, asked, said, argument, found, thought, sealed, drawn, described] = marks;
  const marked = [
    new SystemMessage(`${system}`),
    new HumanMessage(`${asked}`),
    new AIMessage({
      content: [
        { type: "thinking", thinking: `${thought}`, signature: `${sealed}` },
        { type: "text", text: `${said}` },
      ],
      tool_calls: [{ id: "c", name: "search", args: { query: `${argument}` } }],
    }),
    new ToolMessage({ content: `${found}`, tool_call_id: "c" }),
    new HumanMessage({ content: [{ type: "image_url", image_url: { url: `https://example.com/${drawn}` } }] }),
  ];
  const describedTool = tool(() => "", { name: "search", description: `${described}`, schema: z.object({}) });

  it.each(providers)("is covered by exactly one row: %s", async (_name, surface, make) => {
    const { model } = make();
    const { body } = await rebuilt(model, { messages: marked, tools: [describedTool] });
    if (!isReadable(surface)) throw new TypeError(surface);
    const { segments } = projectBody(surface, body, { contextWindow: 100_000 });
    const sent = marks.filter((mark) => JSON.stringify(body).includes(mark));
    expect(sent.length).toBeGreaterThanOrEqual(7);
    const covering = sent.map((mark) => segments.filter((segment) => JSON.stringify(segment).includes(mark)).length);
    expect(covering).toEqual(sent.map(() => 1));
  });
});

describe("a model of a provider without a converter of its own", () => {
  it("has no payload, so that the generic projection is counted", async () => {
    expect(await providerPayload(fakeModel(), { messages: [new HumanMessage("Hi")] })).toBeUndefined();
  });
});

describe("a message that is converted", () => {
  it("is converted again once its native output is replaced", async () => {
    const convert = await segmentConverter({ surface: "openai-responses", modelId: "gpt-5" });
    const output = (said: string) => [
      { type: "message", role: "assistant", content: [{ type: "output_text", text: said }] },
    ];
    const message = new AIMessage({ content: "x", response_metadata: { output: output("short") } });
    const segment = { type: "message", kind: "history", message: projectMessage(message) } as const;
    const first = convert?.({ message, segment });
    expect(convert?.({ message, segment })).toBe(first);
    message.response_metadata["output"] = output("longer than before");
    expect(JSON.stringify(convert?.({ message, segment }))).toContain("longer than before");
  });

  it("that no client could send is left as it is, for the client to say so", async () => {
    const convert = await segmentConverter({ surface: "anthropic", modelId: "claude-sonnet-4-5" });
    const message = new AIMessage({ content: "", tool_calls: [{ name: "search", args: {} }] });
    const segment = { type: "message", kind: "history", message: projectMessage(message) } as const;
    expect(convert?.({ message, segment })).toEqual([segment]);
  });
});
