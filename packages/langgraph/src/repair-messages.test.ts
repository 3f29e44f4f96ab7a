import { AIMessage, type BaseMessage, HumanMessage, SystemMessage, ToolMessage } from "@langchain/core/messages";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { messageProblems } from "./message-problems.ts";
import { isSyntheticResult, repairMessages } from "./repair-messages.ts";

const asks = (...ids: readonly string[]): AIMessage =>
  new AIMessage({ id: "ai", content: "I read.", tool_calls: ids.map((id) => ({ id, name: "read", args: {} })) });
const result = (id: string): ToolMessage => new ToolMessage({ content: "read", tool_call_id: id });

const mended = new Set([
  "unanswered-call",
  "answer-without-call",
  "answer-away-from-call",
  "empty-assistant",
  "lone-reasoning",
]);

describe("repairMessages", () => {
  it("hands on the very same list where nothing needs repair", () => {
    const messages = [new HumanMessage("go"), asks("a"), result("a")];
    expect(repairMessages(messages).messages).toBe(messages);
  });

  it("answers a call that was broken off with a labelled result, the same object every time", () => {
    const messages = [new HumanMessage("go"), asks("a", "b"), result("a"), new HumanMessage("stop")];
    const repaired = repairMessages(messages);
    const made = repaired.messages[3];
    expect(repaired).toMatchObject({ answered: 1, moved: 0, omitted: 0 });
    expect(made).toMatchObject({
      id: "plimsoll-unanswered:ai:b:0",
      tool_call_id: "b",
      name: "read",
      status: "error",
      content: "[No result: the run was broken off before this call was answered.]",
    });
    expect(made !== undefined && isSyntheticResult(made)).toBe(true);
    expect(repairMessages(messages).messages[3]).toBe(made);
    expect(messages).toHaveLength(4);
  });

  it("counts what it moves and leaves out", () => {
    const messages = [new HumanMessage("go"), asks("a"), new HumanMessage("well?"), result("a"), result("x")];
    const repaired = repairMessages(messages);
    expect(repaired).toMatchObject({ answered: 0, moved: 1, omitted: 1 });
    expect(repaired.messages).toEqual([messages[0], messages[1], messages[3], messages[2]]);
  });

  it("gives each of several open calls of one id a result of its own", () => {
    const messages = [new HumanMessage("go"), asks("a", "a")];
    const ids = repairMessages(messages).messages.map(({ id }) => id);
    expect(ids.slice(2)).toEqual(["plimsoll-unanswered:ai:a:0", "plimsoll-unanswered:ai:a:1"]);
  });

  it("leaves out assistant messages that say nothing or break off in reasoning", () => {
    const thinks = new AIMessage({ content: [{ type: "thinking", thinking: "hm", signature: "s" }] });
    const messages = [new HumanMessage("go"), new AIMessage(""), thinks, new HumanMessage("on")];
    const repaired = repairMessages(messages);
    expect(repaired).toMatchObject({ answered: 0, moved: 0, omitted: 2 });
    expect(repaired.messages).toEqual([messages[0], messages[3]]);
  });

  it("leaves no provider a pair to refuse, whatever the history", () => {
    const message = fc.oneof(
      fc.constant("human").map((text): BaseMessage => new HumanMessage(text)),
      fc.constantFrom<BaseMessage>(
        new SystemMessage("rule"),
        new AIMessage({ content: [] }),
        new AIMessage({
          content: [{ type: "reasoning", reasoning: "hm" }],
          response_metadata: { output_version: "v1" },
        }),
        new AIMessage({ content: [{ type: "tool_use", id: "a", name: "read", input: {} }] }),
      ),
      fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 3 }).map((ids): BaseMessage => asks(...ids)),
      fc.constantFrom("a", "b", "c").map((id): BaseMessage => result(id)),
    );
    fc.assert(
      fc.property(fc.array(message, { maxLength: 20 }), (messages) => {
        const { messages: repaired } = repairMessages(Object.freeze(messages));
        for (const surface of ["openai-chat", "openai-responses", "anthropic", "gemini"] as const) {
          const kinds = messageProblems(repaired, surface).map(({ kind }) => kind);
          expect(kinds.filter((kind) => mended.has(kind))).toEqual([]);
        }
      }),
    );
  });
});
