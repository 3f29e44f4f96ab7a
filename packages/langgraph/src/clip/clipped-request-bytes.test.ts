import { ChatAnthropic } from "@langchain/anthropic";
import { AIMessage, AIMessageChunk, type BaseMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { ChatOpenAI } from "@langchain/openai";
import { charsCounter } from "@plimsoll/core";
import { describe, expect, it } from "vitest";
import { clipMessage } from "./clip-message.ts";

/** Says which of the two texts a body holds, whole or clipped. */
const result = "Result line.\n".repeat(400);
const argument = "Argument line.\n".repeat(400);

type Send = (messages: BaseMessage[], fetch: typeof globalThis.fetch) => Promise<unknown>;

const providers: { readonly [name: string]: Send } = {
  "OpenAI Chat": (messages, fetch) =>
    new ChatOpenAI({ model: "gpt-4o", apiKey: "none", maxRetries: 0, configuration: { fetch } }).invoke(messages),
  "OpenAI Responses": (messages, fetch) =>
    new ChatOpenAI({
      model: "gpt-4o",
      apiKey: "none",
      maxRetries: 0,
      useResponsesApi: true,
      configuration: { fetch },
    }).invoke(messages),
  Anthropic: (messages, fetch) =>
    new ChatAnthropic({
      model: "claude-sonnet-4-5",
      apiKey: "none",
      maxRetries: 0,
      clientOptions: { fetch },
    }).invoke(messages),
};

/** The body that leaves for a provider, which then refuses. */
async function bodyOf(send: Send, messages: BaseMessage[]): Promise<string> {
  const bodies: string[] = [];
  const refusing: typeof fetch = async (_input, init) => {
    bodies.push(String(init?.body));
    return new Response("{}", { status: 400, headers: { "content-type": "application/json" } });
  };
  await expect(send(messages, refusing)).rejects.toThrow("400");
  expect(bodies).toHaveLength(1);
  return bodies[0] ?? "";
}

const args = { path: "a.txt", text: argument };
const json = JSON.stringify(args);
const call = { id: "call_1", name: "write", args };

/** The shapes in which an assistant's call comes back from providers and streams. */
const shapes: { readonly [shape: string]: () => BaseMessage } = {
  "calls only": () => new AIMessage({ content: "", tool_calls: [call] }),
  "calls and the raw field": () =>
    new AIMessage({
      content: "",
      tool_calls: [call],
      additional_kwargs: {
        tool_calls: [{ id: "call_1", type: "function", function: { name: "write", arguments: json } }],
      },
    }),
  "tool_use block": () =>
    new AIMessage({
      content: [{ type: "tool_use", id: "call_1", name: "write", input: args }],
      tool_calls: [call],
    }),
  "streamed tool_use block": () =>
    new AIMessageChunk({
      content: [
        { type: "tool_use", id: "call_1", name: "write", input: "", index: 0 },
        { type: "input_json_delta", input: json, index: 0 },
      ],
      tool_call_chunks: [{ type: "tool_call_chunk", id: "call_1", name: "write", args: json, index: 0 }],
    }),
  "standard blocks": () =>
    new AIMessage({
      content: [{ type: "tool_call", id: "call_1", name: "write", args }],
      tool_calls: [call],
      response_metadata: { output_version: "v1" },
    }),
  "streamed standard blocks": () =>
    new AIMessageChunk({
      content: [{ type: "tool_call_chunk", id: "call_1", name: "write", args: json, index: 0 }],
      tool_call_chunks: [{ type: "tool_call_chunk", id: "call_1", name: "write", args: json, index: 0 }],
      response_metadata: { output_version: "v1" },
    }),
};

const cases = Object.keys(providers).flatMap((provider) =>
  Object.keys(shapes).map((shape) => [provider, shape] as const),
);

/** Long pieces of the middle of both texts, as they stand inside JSON and inside JSON text that is itself a string. */
const middles = [result.slice(2_000, 3_000), argument.slice(2_000, 3_000)].flatMap((text) => {
  const escaped = JSON.stringify(text).slice(1, -1);
  return [escaped, JSON.stringify(escaped).slice(1, -1)];
});

describe("the body of a request with clipped messages", () => {
  it.each(cases)("%s, %s: holds the clipped texts in place of the whole ones", async (provider, shape) => {
    const send = providers[provider];
    const make = shapes[shape];
    if (send === undefined || make === undefined) expect.unreachable();
    const clip = (message: BaseMessage): BaseMessage =>
      clipMessage(message, { capTokens: 600, counter: charsCounter }) ?? message;
    const messages = [
      new HumanMessage("Write it."),
      make(),
      new ToolMessage({ content: [{ type: "text", text: result }], tool_call_id: "call_1" }),
      new ToolMessage({ content: result, tool_call_id: "call_1" }),
    ];
    const whole = await bodyOf(send, messages);
    const clipped = await bodyOf(send, messages.map(clip));
    const found = (body: string): readonly string[] => middles.filter((middle) => body.includes(middle));
    expect(found(whole).length).toBeGreaterThanOrEqual(2);
    expect(found(clipped)).toEqual([]);
    expect(clipped).toContain("of 6000 characters of an argument of call_1 are left out of this request");
    expect(clipped.split("of 5200 characters of the result of call_1 are left out of this request")).toHaveLength(3);
    expect(clipped.length).toBeLessThan(whole.length / 3);
  });

  it("holds output items of the Responses API as they came, whatever the calls say", async () => {
    const send = providers["OpenAI Responses"];
    if (send === undefined) expect.unreachable();
    const item = { type: "function_call", id: "fc_1", call_id: "call_1", name: "write", arguments: json };
    const message = new AIMessage({
      content: "",
      tool_calls: [{ ...call, args: {} }],
      response_metadata: { output: [item] },
    });
    expect(await bodyOf(send, [new HumanMessage("Write it."), message])).toContain(JSON.stringify(item));
  });
});
