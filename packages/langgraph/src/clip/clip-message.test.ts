import { AIMessage, AIMessageChunk, type BaseMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { charsCounter, type TokenCounter } from "@plimsoll/core";
import { wordCounter } from "@plimsoll/core/testing";
import { describe, expect, it } from "vitest";
import { clipMessage } from "./clip-message.ts";
import { clippablePieces } from "./clippable-pieces.ts";

const long = "One more line of it. ".repeat(500);
const args = { path: "a.txt", edits: [{ text: long, times: 2 }], force: true };

function clip(message: BaseMessage, capTokens = 400): BaseMessage {
  const clipped = clipMessage(message, { capTokens, counter: charsCounter });
  if (clipped === undefined) expect.unreachable("nothing is clipped");
  return clipped;
}

function asPlain(message: BaseMessage): unknown {
  return JSON.parse(JSON.stringify(message.toDict()));
}

describe("clipMessage", () => {
  it("clips a result, and keeps class and every other field", () => {
    const message = new ToolMessage({
      id: "m1",
      name: "read",
      content: long,
      tool_call_id: "call_1",
      status: "error",
      artifact: { whole: true },
      additional_kwargs: { note: 1 },
      response_metadata: { origin: "test" },
    });
    const before = asPlain(message);
    const clipped = clip(message);
    expect(clipped).toBeInstanceOf(ToolMessage);
    expect(clipped.text).toContain("of 10500 characters of the result of call_1 are left out of this request");
    expect(charsCounter.count(clipped.text)).toBeLessThanOrEqual(400);
    expect(JSON.stringify(clipped)).not.toContain(long.slice(0, 500));
    expect({ ...clipped, content: long, lc_kwargs: message.lc_kwargs }).toEqual({ ...message });
    expect(asPlain(message)).toEqual(before);
  });

  it("clips the text blocks of a result and leaves its other blocks", () => {
    const image = { type: "image_url", image_url: { url: `data:image/png;base64,${"A".repeat(2_000)}` } };
    const message = new ToolMessage({
      content: [
        { type: "text", text: long, cache_control: { type: "ephemeral" } },
        image,
        { type: "text", text: "end" },
      ],
      tool_call_id: "call_1",
    });
    const { content } = clip(message);
    expect(content).toMatchObject([{ type: "text", cache_control: { type: "ephemeral" } }, image, { text: "end" }]);
    expect(content[0]).not.toEqual(message.content[0]);
  });

  it("shortens only the strings inside arguments, in every carrier of the call alike", () => {
    const short = { id: "call_2", name: "read", args: { path: "b.txt" } };
    const message = new AIMessage({
      content: [
        { type: "text", text: long },
        { type: "tool_use", id: "call_1", name: "write", input: args },
        { type: "tool_call", id: "call_1", name: "write", args },
        { type: "tool_use", id: "call_2", name: "read", input: short.args },
      ],
      tool_calls: [{ id: "call_1", name: "write", args }, short],
      additional_kwargs: {
        tool_calls: [
          { id: "call_2", type: "function", function: { name: "read", arguments: '{ "path": "b.txt" }' } },
          { id: "call_1", type: "function", function: { name: "write", arguments: JSON.stringify(args) } },
        ],
      },
      response_metadata: { model: "m" },
    });
    const clipped = clip(message);
    if (!AIMessage.isInstance(clipped)) expect.unreachable();
    const shortened = clipped.tool_calls?.[0]?.args;
    expect(shortened).toEqual({
      ...args,
      edits: [{ text: expect.stringContaining("an argument of call_1"), times: 2 }],
    });
    expect(Object.keys(shortened ?? {})).toEqual(Object.keys(args));
    expect(clipped.tool_calls?.[1]).toBe(short);
    expect(clipped.content).toEqual([
      message.content[0],
      { type: "tool_use", id: "call_1", name: "write", input: shortened },
      { type: "tool_call", id: "call_1", name: "write", args: shortened },
      message.content[3],
    ]);
    const raw = clipped.additional_kwargs.tool_calls ?? [];
    expect(raw[0]).toBe(message.additional_kwargs.tool_calls?.[0]);
    expect(JSON.parse(raw[1]?.function.arguments ?? "")).toEqual(shortened);
    expect(clipped.response_metadata).toBe(message.response_metadata);
    expect(message.tool_calls?.[0]?.args).toBe(args);
  });

  it("counts what stands inside arguments with its JSON escapes", () => {
    const text = '"\n'.repeat(200);
    const message = new AIMessage({ content: "", tool_calls: [{ id: "call_1", name: "write", args: { text } }] });
    expect(clippablePieces(message, charsCounter)).toEqual([{ kind: "argument", tokens: 800 }]);
    const clipped = clip(message, 500);
    expect(JSON.stringify(clipped)).not.toContain(JSON.stringify(text).slice(1, -1));
    expect(clippablePieces(clipped, charsCounter)[0]?.tokens).toBeLessThanOrEqual(500);
  });

  it("pairs calls that share an id by occurrence", () => {
    const calls = ["first", "second"].map((name) => ({ id: "call_1", name, args: { text: name + long } }));
    const content = calls.map(({ id, name, args: input }) => ({ type: "tool_use", id, name, input }));
    const clipped = clip(new AIMessage({ content, tool_calls: calls }));
    expect(clipped.content).toMatchObject(
      ["first", "second"].map((name) => ({ name, input: { text: expect.stringMatching(new RegExp(`^${name}One`)) } })),
    );
  });

  it("drops the pieces a stream brought once the call holds its arguments whole", () => {
    const json = JSON.stringify(args);
    const message = new AIMessageChunk({
      content: [
        { type: "tool_use", id: "call_1", name: "write", input: "", index: 0 },
        { type: "input_json_delta", input: json, index: 0 },
      ],
      tool_call_chunks: [{ type: "tool_call_chunk", id: "call_1", name: "write", args: json, index: 0 }],
    });
    const clipped = clip(message);
    expect(clipped).toBeInstanceOf(AIMessageChunk);
    expect(clipped).toMatchObject({
      content: [{ type: "tool_use", id: "call_1", input: { path: "a.txt" } }],
      tool_calls: [{ id: "call_1", args: { path: "a.txt" } }],
    });
    expect(JSON.stringify([asPlain(clipped), { ...clipped }])).not.toContain(long.slice(0, 500));
    expect(message.tool_calls?.[0]?.args).toEqual(args);
  });

  it("gives nothing where nothing is over the cap: at once, after clipping, and for what is no result and no call", () => {
    const message = new ToolMessage({ content: long, tool_call_id: "call_1" });
    const options = { capTokens: 400, counter: charsCounter };
    expect(clipMessage(clip(message), options)).toBeUndefined();
    expect(clipMessage(message, { ...options, capTokens: long.length })).toBeUndefined();
    expect(clipMessage(new HumanMessage(long), options)).toBeUndefined();
    expect(clipMessage(new AIMessage(long), options)).toBeUndefined();
    const short = { id: "call_1", name: "write", args: { edits: ["a", { text: "b" }] } };
    expect(clipMessage(new AIMessage({ content: long, tool_calls: [short] }), options)).toBeUndefined();
  });

  it("says the first total when a clipped message is clipped again", () => {
    const message = new ToolMessage({ content: long, tool_call_id: "call_1" });
    expect(clip(clip(message, 2_000), 400).text).toContain("of 10500 characters of the result of call_1");
  });

  it("gives the same object for the same message, cap and counter, and the same bytes for an equal message", () => {
    const make = (): ToolMessage => new ToolMessage({ content: long, tool_call_id: "call_1" });
    const message = make();
    const clipped = clip(message);
    expect(clip(message)).toBe(clipped);
    expect(clip(message, 500)).not.toBe(clipped);
    expect(clip(message)).toBe(clipped);
    expect(clip(make()).content).toBe(clipped.content);
    expect(clipMessage(message, { capTokens: 400, counter: wordCounter })).not.toBe(clipped);
  });

  it("notices an edit in place", () => {
    const message = new ToolMessage({ content: long, tool_call_id: "call_1" });
    clip(message);
    message.content = "short";
    expect(clipMessage(message, { capTokens: 400, counter: charsCounter })).toBeUndefined();
    expect(clippablePieces(message, charsCounter)).toEqual([{ kind: "result", tokens: 5 }]);
  });
});

const call = { id: "call_1", name: "write", args: { text: long } };

const sealed: readonly (readonly [what: string, message: BaseMessage])[] = [
  [
    "output items of the Responses API",
    new AIMessage({
      content: "",
      tool_calls: [call],
      response_metadata: { output: [{ type: "function_call", call_id: "call_1" }] },
    }),
  ],
  [
    "a stored or encrypted reasoning item",
    new AIMessage({ content: "", tool_calls: [call], additional_kwargs: { reasoning: { id: "rs_1", summary: [] } } }),
  ],
  [
    "signed thinking",
    new AIMessage({ content: [{ type: "thinking", thinking: "Hm.", signature: "c2ln" }], tool_calls: [call] }),
  ],
  ["redacted thinking", new AIMessage({ content: [{ type: "redacted_thinking", data: "x" }], tool_calls: [call] })],
  [
    "signed reasoning of Bedrock",
    new AIMessage({
      content: [{ type: "reasoning_content", reasoningText: { text: "Hm.", signature: "c2ln" } }],
      tool_calls: [call],
    }),
  ],
  [
    "thought signatures of Gemini",
    new AIMessage({ content: "", tool_calls: [call], additional_kwargs: { signatures: ["", "c2ln"] } }),
  ],
  [
    "a screenshot in place of text",
    new ToolMessage({ content: long, tool_call_id: "call_1", additional_kwargs: { type: "computer_call_output" } }),
  ],
];

describe("a message that is sent as it was received", () => {
  it.each(sealed)("has nothing to clip: %s", (_what, message) => {
    expect(clippablePieces(message, charsCounter)).toEqual([]);
    expect(clipMessage(message, { capTokens: 400, counter: charsCounter })).toBeUndefined();
  });

  it("is told by what is filled: unsigned thinking and empty signatures bind nothing", () => {
    const message = new AIMessage({
      content: [{ type: "thinking", thinking: "Hm.", signature: "" }],
      tool_calls: [call],
      additional_kwargs: { signatures: ["", ""] },
    });
    expect(clippablePieces(message, charsCounter)).toHaveLength(1);
  });
});

describe("clippablePieces", () => {
  it("counts a message once for each counter", () => {
    const counted: string[] = [];
    const counter: TokenCounter = { ...charsCounter, id: "listed", count: (text) => counted.push(text) };
    const message = new AIMessage({ content: "", tool_calls: [{ id: "c", name: "read", args: { a: "x", b: ["y"] } }] });
    clippablePieces(message, counter);
    expect(clippablePieces(message, counter)).toBe(clippablePieces(message, counter));
    expect(counted).toEqual(["x", "y"]);
  });
});
