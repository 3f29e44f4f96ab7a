/** What a provider would refuse a list of messages for. */
export type RequestProblemKind =
  | "no-conversation"
  | "unanswered-call"
  | "answer-without-call"
  | "answer-away-from-call"
  | "repeated-call-id"
  | "call-after-assistant"
  | "unanswered-server-tool"
  | "server-result-without-call"
  | "approval-without-request"
  | "empty-assistant"
  | "empty-user"
  | "empty-text"
  | "lone-reasoning"
  | "item-without-reasoning"
  | "system-not-first"
  | "starts-with-assistant";

/** One problem, at one message. Content-free. */
export interface RequestProblem {
  readonly kind: RequestProblemKind;
  /** Index of the message. */
  readonly index: number;
  /** The call, server tool, approval or item it is about, where it is about one. */
  readonly callId?: string;
}

const sentences: Readonly<Record<RequestProblemKind, string>> = {
  "no-conversation": "is missing: nothing but system text is sent",
  "unanswered-call": "makes a call that nothing answers",
  "answer-without-call": "answers no call, or one that is answered already",
  "answer-away-from-call": "answers a call, but does not stand right behind the message that makes it",
  "repeated-call-id": "makes a call under the id of an earlier one, where this provider wants each id once",
  "call-after-assistant":
    "makes a call right behind another assistant message, where this provider wants the user or results before it",
  "unanswered-server-tool": "uses a server tool whose result is missing although the conversation went on",
  "server-result-without-call": "holds the result of a server tool that no message before it uses",
  "approval-without-request": "responds to an approval that no message before it asks for",
  "empty-assistant": "is an assistant message without text, calls or blocks",
  "empty-user": "is a user message without text or blocks",
  "empty-text": "holds a block of text without text",
  "lone-reasoning": "is an assistant message with nothing but reasoning, and none that follows it up",
  "item-without-reasoning": "refers to an item of the Responses API whose reasoning item is missing",
  "system-not-first": "is system text behind other messages, which this provider takes at the start only",
  "starts-with-assistant": "is the first message and not the user's, which this provider wants first",
};

/** A problem as a sentence for people: places and ids, never content. */
export function describeProblem({ kind, index, callId }: RequestProblem): string {
  const call = callId === undefined ? "" : ` (${callId})`;
  return `message ${index} ${sentences[kind]}${call}.`;
}
