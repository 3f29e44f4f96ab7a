import { AIMessage, type BaseMessage, ToolMessage } from "@langchain/core/messages";
import { groupTurns, type Segment, type SegmentKind, type Turn, type TurnEntry } from "@plimsoll/core";
import { type AnsweredCall, projectMessage } from "./project-message.ts";
import { segmentTagOf } from "./segment-tag.ts";

/** Segment kinds a message can be in: tool definitions are not messages. */
export type MessageSegmentKind = Exclude<SegmentKind, "tools">;

/** A turn and what the window may do with it. */
export interface TranscriptTurn extends Turn {
  /** Holds a frame, system text, the task or a message the user protects: never taken out. */
  readonly pinned: boolean;
  /** Neither system text nor a frame: what `keepLastTurns` counts, and what the active turn is the last of. */
  readonly conversation: boolean;
}

/** Messages as segments and turns, index for index: `segments[i]` is `messages[i]`. */
export interface ProjectedTranscript {
  readonly messages: readonly BaseMessage[];
  readonly segments: readonly Extract<Segment, { type: "message" }>[];
  readonly turns: readonly TranscriptTurn[];
}

export interface TranscriptOptions {
  /** Puts a message into another segment than `proposed`; the returned kind counts. */
  readonly classify?: ((message: BaseMessage, proposed: MessageSegmentKind) => MessageSegmentKind) | undefined;
  /** Names messages that are never taken out and count as task: the original goal, say. */
  readonly protect?: ((message: BaseMessage) => boolean) | undefined;
}

/**
 * Projects a conversation (without the agent's system message) into segments and turns. Precedence: a tagged frame is
 * what its tag says; then system; then task for the last human message and what `protect` names; then, in the active
 * turn, task for the assistant's message and evidence for the results; history is everything else. Pure.
 */
export function projectTranscript(messages: readonly BaseMessage[], options: TranscriptOptions = {}): ProjectedTranscript {
  const turns = groupTurns(messages.map(entryOf));
  const answered = answeredCalls(messages, turns);
  const task = lastHumanIndex(messages);
  const active = new Set(turns.findLast((turn) => isConversation(messages, turn))?.entries);
  const pinned = messages.map((message, index) => index === task || isPinned(message, options));
  const segments = messages.map((message, index): ProjectedTranscript["segments"][number] => {
    const proposed = propose(message, { task: pinned[index] === true, active: active.has(index) });
    const tag = segmentTagOf(message);
    const slot = tag?.slot === undefined ? {} : { slot: tag.slot };
    const fileHash = tag?.fileHash === undefined ? {} : { fileHash: tag.fileHash };
    return {
      type: "message",
      kind: options.classify?.(message, proposed) ?? proposed,
      message: projectMessage(message, answered[index]),
      origin: { ...(message.id === undefined ? {} : { messageId: message.id }), ...slot, ...fileHash },
    };
  });
  return {
    messages,
    segments,
    turns: turns.map((turn) => ({
      ...turn,
      pinned: turn.entries.some((index) => pinned[index]),
      conversation: isConversation(messages, turn),
    })),
  };
}

function isConversation(messages: readonly BaseMessage[], turn: Turn): boolean {
  const first = messages[turn.entries[0] ?? -1];
  return first !== undefined && turn.kind !== "system" && segmentTagOf(first) === undefined;
}

function isPinned(message: BaseMessage, { protect }: TranscriptOptions): boolean {
  return message.type === "system" || segmentTagOf(message) !== undefined || protect?.(message) === true;
}

function propose(message: BaseMessage, place: { readonly task: boolean; readonly active: boolean }): MessageSegmentKind {
  const tag = segmentTagOf(message);
  if (tag !== undefined) return tag.segment;
  if (message.type === "system") return "system";
  if (place.task) return "task";
  if (!place.active) return "history";
  return ToolMessage.isInstance(message) ? "evidence" : "task";
}

function lastHumanIndex(messages: readonly BaseMessage[]): number {
  return messages.findLastIndex((message) => message.type === "human" && segmentTagOf(message) === undefined);
}

function entryOf(message: BaseMessage): TurnEntry {
  if (ToolMessage.isInstance(message)) return { role: "tool", answers: message.tool_call_id };
  if (AIMessage.isInstance(message)) return { role: "assistant", calls: (message.tool_calls ?? []).flatMap((call) => call.id ?? []) };
  return { role: message.type === "system" ? "system" : "human" };
}

/** For each tool message the call it answers, found through its turn. */
function answeredCalls(messages: readonly BaseMessage[], turns: readonly Turn[]): readonly (AnsweredCall | undefined)[] {
  const answered: (AnsweredCall | undefined)[] = messages.map(() => undefined);
  for (const turn of turns) {
    const asking = messages[turn.entries[0] ?? -1];
    if (asking === undefined || !AIMessage.isInstance(asking)) continue;
    const calls = asking.tool_calls ?? [];
    for (const index of turn.entries.slice(1)) {
      const message = messages[index];
      const call = ToolMessage.isInstance(message) ? calls.find(({ id }) => id === message.tool_call_id) : undefined;
      if (call !== undefined) answered[index] = { name: call.name, callCount: calls.length };
    }
  }
  return answered;
}
