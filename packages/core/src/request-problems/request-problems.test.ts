import { describe, expect, it } from "vitest";
import type { MessageContent, Surface } from "../outbound-request.ts";
import { describeProblem, type RequestProblemKind } from "./request-problem.ts";
import { requestProblems } from "./request-problems.ts";

const user: MessageContent = { role: "user", content: "hello" };
const says: MessageContent = { role: "assistant", content: "yes" };
const asks = (...ids: readonly string[]): MessageContent => ({
  role: "assistant",
  content: "",
  toolCalls: ids.map((id) => ({ id, name: "read", arguments: "{}" })),
});
const answers = (toolCallId: string): MessageContent => ({ role: "tool", content: "done", toolCallId });
const system: MessageContent = { role: "system", content: "Rules." };

const surfaces: readonly Surface[] = ["openai-chat", "openai-responses", "anthropic", "gemini", "generic"];
const kinds = (messages: readonly MessageContent[], surface: Surface): readonly RequestProblemKind[] =>
  requestProblems(messages, surface).map(({ kind }) => kind);

describe("requestProblems", () => {
  it.each(surfaces)("accepts a conversation with parallel calls on %s", (surface) => {
    const messages = [system, user, asks("a", "b"), answers("b"), answers("a"), asks("c"), answers("c"), says, user];
    expect(requestProblems(messages, surface)).toEqual([]);
  });

  it.each(surfaces)("finds a call that nothing answers, also at the very end, on %s", (surface) => {
    expect(requestProblems([user, asks("a", "b"), answers("a"), user], surface)).toEqual([
      { kind: "unanswered-call", index: 1, callId: "b" },
    ]);
    expect(kinds([user, asks("a")], surface)).toEqual(["unanswered-call"]);
  });

  it.each(surfaces)("finds an answer to no call, before its call or twice, on %s", (surface) => {
    expect(kinds([user, answers("x")], surface)).toEqual(["answer-without-call"]);
    expect(kinds([user, asks("a"), answers("a"), answers("a")], surface)).toEqual(["answer-without-call"]);
    expect(kinds([user, answers("a"), asks("a")], surface)).toEqual(["answer-without-call", "unanswered-call"]);
  });

  it("wants answers right behind their calls, except where items are paired by id", () => {
    const messages = [user, asks("a"), user, answers("a")];
    expect(kinds(messages, "anthropic")).toEqual(["unanswered-call", "answer-away-from-call"]);
    expect(kinds(messages, "openai-responses")).toEqual([]);
  });

  it("pairs repeated ids by occurrence, but wants each once on Anthropic", () => {
    const messages = [user, asks("a"), answers("a"), asks("a"), answers("a")];
    const found = surfaces.filter((surface) => kinds(messages, surface).length > 0);
    expect(found).toEqual(["anthropic"]);
    expect(requestProblems(messages, "anthropic")).toEqual([{ kind: "repeated-call-id", index: 3, callId: "a" }]);
  });

  it("pairs calls and results that have no ids by their place", () => {
    const call: MessageContent = {
      role: "assistant",
      content: "",
      toolCalls: [{ name: "read", arguments: "{}" }],
    };
    const result: MessageContent = { role: "function", content: "done", name: "read" };
    expect(kinds([user, call, result, says], "openai-chat")).toEqual([]);
    expect(kinds([user, call, says], "openai-chat")).toEqual(["unanswered-call"]);
  });

  it("reads Anthropic's own blocks of calls and results", () => {
    const call: MessageContent = {
      role: "assistant",
      content: [{ kind: "json", type: "tool_use", json: { type: "tool_use", id: "a", name: "read", input: {} } }],
    };
    const result: MessageContent = {
      role: "user",
      content: [{ kind: "json", type: "tool_result", json: { type: "tool_result", tool_use_id: "a" } }],
    };
    expect(kinds([user, call, result], "anthropic")).toEqual([]);
    expect(kinds([user, call, user, result], "anthropic")).toEqual(["unanswered-call", "answer-away-from-call"]);
  });

  it("wants the results of server tools before the user goes on, on Anthropic", () => {
    const block = (json: { readonly type: string; readonly [name: string]: string }): MessageContent => ({
      role: "assistant",
      content: [{ kind: "json", type: json.type, json }],
    });
    const use = block({ type: "server_tool_use", id: "srv" });
    const result = block({ type: "web_search_tool_result", tool_use_id: "srv" });
    expect(kinds([user, use], "anthropic")).toEqual([]);
    expect(kinds([user, use, asks("a"), answers("a"), result, user], "anthropic")).toEqual([]);
    expect(requestProblems([user, use, user, result], "anthropic")).toEqual([
      { kind: "unanswered-server-tool", index: 1, callId: "srv" },
      { kind: "server-result-without-call", index: 3, callId: "srv" },
    ]);
    expect(kinds([user, use, user], "openai-chat")).toEqual([]);
  });

  it("finds the user's empty messages on Anthropic and Gemini, and empty blocks of text on Anthropic", () => {
    const silent: MessageContent = { role: "user", content: " " };
    expect(surfaces.filter((surface) => kinds([silent, says], surface).includes("empty-user"))).toEqual([
      "anthropic",
      "gemini",
    ]);
    const block: MessageContent = { ...asks("a"), content: [{ kind: "text", text: "" }] };
    expect(surfaces.filter((surface) => kinds([user, block, answers("a")], surface).length > 0)).toEqual(["anthropic"]);
  });

  it.each(surfaces)("finds a request of nothing but system text on %s", (surface) => {
    expect(requestProblems([system], surface)).toEqual([{ kind: "no-conversation", index: 1 }]);
  });

  it.each(surfaces)("finds assistant messages that say nothing on %s", (surface) => {
    expect(kinds([user, { role: "assistant", content: " \n" }, user], surface)).toEqual(["empty-assistant"]);
    expect(kinds([user, { role: "assistant", content: [] }, user], surface)).toEqual(["empty-assistant"]);
    const thinks: MessageContent = { role: "assistant", content: [{ kind: "reasoning", text: "hm" }] };
    expect(kinds([user, thinks, user], surface)).toEqual(["lone-reasoning"]);
    expect(kinds([user, thinks, says], surface)).toEqual([]);
  });

  it("allows system text behind other messages on OpenAI only", () => {
    const found = surfaces.filter((surface) => kinds([user, system, user], surface).includes("system-not-first"));
    expect(found).toEqual(["anthropic", "gemini", "generic"]);
  });

  it("wants the user first on Anthropic and Gemini", () => {
    const found = surfaces.filter((surface) => kinds([system, says, user], surface).includes("starts-with-assistant"));
    expect(found).toEqual(["anthropic", "gemini"]);
  });

  it("wants calls behind the user or results on Gemini", () => {
    const found = surfaces.filter((surface) =>
      kinds([user, says, asks("a"), answers("a")], surface).includes("call-after-assistant"),
    );
    expect(found).toEqual(["gemini"]);
  });

  it("says a problem in one sentence that names message and call", () => {
    expect(describeProblem({ kind: "unanswered-call", index: 3, callId: "call_1" })).toBe(
      "message 3 makes a call that nothing answers (call_1).",
    );
  });
});
