import type { MessageContent } from "@plimsoll/core";
import { describe, expect, it } from "vitest";
import { renderTurns } from "./render-turns.ts";

const messages: readonly MessageContent[] = [
  {
    role: "user",
    name: "ada",
    content: [
      { kind: "text", text: "look" },
      { kind: "media", media: "image", data: "aGk=" },
    ],
  },
  {
    role: "assistant",
    content: [{ kind: "reasoning", text: "I must read it", opaque: "sig" }],
    toolCalls: [
      { id: "c1", name: "read", arguments: '{"path":"a.ts"}' },
      { id: "c2", name: "list", arguments: "{}" },
    ],
  },
  { role: "tool", content: "line 1\nline 2", toolCallId: "c1", toolName: "read" },
  { role: "tool", content: "", toolCallId: "c2" },
];

describe("renderTurns", () => {
  it("shows roles, calls and results as plain text, media by name, and no ids or signatures", () => {
    expect(renderTurns([{ messages: messages.slice(0, 1) }, { messages: messages.slice(1) }])).toMatchInlineSnapshot(`
      "USER (ada):
      look
      [image]

      ASSISTANT:
      I must read it
      calls read({"path":"a.ts"})
      calls list({})

      RESULT of read:
      line 1
      line 2

      RESULT:"
    `);
  });

  it("is empty for no turns", () => {
    expect(renderTurns([])).toBe("");
  });
});
