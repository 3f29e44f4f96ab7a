import { AIMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { groupTurns } from "@plimsoll/core";
import { describe, expect, it } from "vitest";
import { answeredCalls } from "./answered-calls.ts";
import { turnEntryOf } from "./turn-entry.ts";

describe("answeredCalls", () => {
  it("finds the call of a result in a turn that reasoning leads and that holds several messages with calls", () => {
    const opens = { type: "server_tool_use", id: "srv", name: "code_execution", input: {} };
    const closes = { type: "code_execution_tool_result", tool_use_id: "srv", content: {} };
    const call = (name: string) => ({ id: "a", name, args: {} });
    const result = new ToolMessage({ content: "x", tool_call_id: "a" });
    const messages = [
      new AIMessage({ content: [{ type: "thinking", thinking: "hm", signature: "s" }] }),
      new AIMessage({ content: [opens], tool_calls: [call("read"), { id: "b", name: "list", args: {} }] }),
      result,
      new AIMessage({ content: [closes], tool_calls: [call("write")] }),
      result,
      new HumanMessage("go on"),
      new ToolMessage({ content: "x", tool_call_id: "stray" }),
    ];
    const found = answeredCalls(messages, groupTurns(messages.map(turnEntryOf)));
    expect(found).toEqual([
      undefined,
      undefined,
      { name: "read", callCount: 2 },
      undefined,
      { name: "write", callCount: 1 },
      undefined,
      undefined,
    ]);
  });
});
