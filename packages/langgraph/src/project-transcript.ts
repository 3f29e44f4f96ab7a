import type { BaseMessage } from "@langchain/core/messages";
import { groupTurns, type Segment, type SegmentKind, type Turn } from "@plimsoll/core";
import { type AnsweredCall, projectMessage } from "./project-message.ts";
import { isToolResult } from "./message-kind.ts";
import { answeredCalls } from "./answered-calls.ts";
import { turnEntryOf } from "./turn-entry.ts";
import { type SegmentTag, segmentTagOf } from "./segment-tag.ts";
import { summaryArtifactOf } from "./window/summary-message.ts";

/** A segment that is a message. */
export type MessageSegment = Extract<Segment, { type: "message" }>;

/** Segment kinds a message can be in: tool definitions are not messages. */
export type MessageSegmentKind = Exclude<SegmentKind, "tools">;

/** A turn and what the window may do with it. */
export interface TranscriptTurn extends Turn {
  /** Holds a frame, system text, the task, a message the user protects or a pending approval: never taken out. */
  readonly pinned: boolean;
  /** Neither system text nor a frame: what `keepLastTurns` counts, and what the active turn is the last of. */
  readonly conversation: boolean;
}

/** Messages as segments and turns, index for index: `segments[i]` is `messages[i]`. */
export interface ProjectedTranscript {
  readonly messages: readonly BaseMessage[];
  readonly segments: readonly MessageSegment[];
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
export function projectTranscript(
  messages: readonly BaseMessage[],
  options: TranscriptOptions = {},
): ProjectedTranscript {
  const tags = messages.map(segmentTagOf);
  const turns = groupTurns(messages.map(turnEntryOf));
  const answered = answeredCalls(messages, turns);
  const isConversation = ({ kind, entries }: Turn): boolean =>
    kind !== "system" && tags[entries[0] ?? -1] === undefined;
  const task = messages.findLastIndex(
    (message, index) =>
      message.type === "human" && tags[index] === undefined && summaryArtifactOf(message) === undefined,
  );
  const active = new Set(turns.findLast(isConversation)?.entries);
  const stays = messages.map(
    (message, index) =>
      index === task || tags[index] !== undefined || message.type === "system" || options.protect?.(message) === true,
  );
  const pinned: boolean[] = [];
  const segments = messages.map((message, index) => {
    const tag = tags[index];
    const proposed = tag?.segment ?? propose(message, { task: stays[index] === true, active: active.has(index) });
    const kind = options.classify?.(message, proposed) ?? proposed;
    pinned.push(stays[index] === true || isClassifiedToStay(kind, proposed));
    return segmentOf(message, { kind, tag, answered: answered[index] });
  });
  const placed = turns.map((turn) => ({
    ...turn,
    pinned: turn.pending.length > 0 || turn.entries.some((index) => pinned[index]),
    conversation: isConversation(turn),
  }));
  return { messages, segments, turns: placed };
}

/** What is classified as system text, authority or task is as much of these as what is proposed so. */
function isClassifiedToStay(kind: MessageSegmentKind, proposed: MessageSegmentKind): boolean {
  return kind === "system" || kind === "authority" || (kind === "task" && proposed !== "task");
}

interface Place {
  readonly kind: MessageSegmentKind;
  readonly tag: SegmentTag | undefined;
  readonly answered: AnsweredCall | undefined;
}

const segmentsMade = new WeakMap<BaseMessage, MessageSegment>();

/** The segment of a message; the one made last time where nothing of it changed. */
function segmentOf(message: BaseMessage, { kind, tag, answered }: Place): MessageSegment {
  const content = projectMessage(message, answered);
  const last = segmentsMade.get(message);
  if (last?.message === content && last.kind === kind && hasOrigin(last, message.id, tag)) return last;
  const origin = {
    ...(message.id === undefined ? {} : { messageId: message.id }),
    ...(tag?.slot === undefined ? {} : { slot: tag.slot }),
    ...(tag?.fileHash === undefined ? {} : { fileHash: tag.fileHash }),
  };
  const segment: MessageSegment = { type: "message", kind, message: content, origin };
  segmentsMade.set(message, segment);
  return segment;
}

function hasOrigin({ origin }: MessageSegment, messageId: string | undefined, tag: SegmentTag | undefined): boolean {
  return origin?.messageId === messageId && origin?.slot === tag?.slot && origin?.fileHash === tag?.fileHash;
}

function propose(
  message: BaseMessage,
  place: { readonly task: boolean; readonly active: boolean },
): MessageSegmentKind {
  if (message.type === "system") return "system";
  if (place.task) return "task";
  if (!place.active) return "history";
  return isToolResult(message) ? "evidence" : "task";
}
