import { type BaseMessage, HumanMessage } from "@langchain/core/messages";
import type { SummaryRecord, TokenCounter } from "@plimsoll/core";
import { clipMessage } from "../clip/clip-message.ts";
import { projectMessage } from "../project-message.ts";
import type { MessageSegment, ProjectedTranscript } from "../project-transcript.ts";
import { summaryMessage } from "./summary-message.ts";

/** A transcript with what decisions have made of it so far. */
export interface TranscriptWindow {
  readonly transcript: ProjectedTranscript;
  /** Indexes of the turns that are out. */
  readonly out: ReadonlySet<number>;
  /** The summary that stands for `covers`, a part of `out`. */
  readonly summary: WindowSummary | undefined;
  /** Cap in tokens of the texts of a message, by its index. */
  readonly clips: ReadonlyMap<number, number>;
}

/** A summary in its place. */
export interface WindowSummary {
  readonly record: SummaryRecord;
  /** Indexes of the turns it stands for. */
  readonly covers: ReadonlySet<number>;
  /** It stood already, was found recorded, or was made now. */
  readonly source: "standing" | "reused" | "made";
  /** Its message stands in the state, and what it stands for does not. */
  readonly isInlined: boolean;
}

/** One message of the request, and what it is in the transcript. */
export interface WindowEntry {
  readonly message: BaseMessage;
  readonly segment: MessageSegment;
  /** Index in the transcript; undefined for the summary and the notice of what was taken out. */
  readonly index: number | undefined;
  /** It is sent with a shortened text. */
  readonly isClipped: boolean;
}

/** Messages with a shortened text, and the summary, are made once per object they are made from. */
const summarySegments = new WeakMap<BaseMessage, MessageSegment>();

/**
 * The messages that are fed, in order: the summary stands where the first turn it covers stood, the turns that are
 * still in stand verbatim or clipped. Untouched messages are the very same objects.
 */
export function windowEntries(window: TranscriptWindow, counter: TokenCounter): readonly WindowEntry[] {
  const { transcript, summary } = window;
  const out = new Set([...window.out].flatMap((turn) => transcript.turns[turn]?.entries ?? []));
  const place = summary === undefined ? -1 : firstEntry(transcript, summary.covers);
  const entries: WindowEntry[] = [];
  for (const [index, message] of transcript.messages.entries()) {
    if (index === place && summary !== undefined) entries.push(summaryEntry(summary.record));
    const segment = transcript.segments[index];
    if (out.has(index) || segment === undefined) continue;
    const cap = window.clips.get(index);
    const entry = { message, segment, index, isClipped: false };
    entries.push(cap === undefined ? entry : clippedEntry(entry, cap, counter));
  }
  return startsWithUser(entries) || window.out.size === 0 ? entries : withNotice(entries);
}

/** Some providers want the user to speak first; what is left of a conversation may start with the assistant. */
function startsWithUser(entries: readonly WindowEntry[]): boolean {
  return entries.find(isConversation)?.message.type !== "ai";
}

function isConversation({ message }: WindowEntry): boolean {
  return message.type !== "system";
}

export const noticeId = "plimsoll-evicted";
const noticeText = "[Earlier messages of this conversation are left out to fit the context window.]";

/** Says in the place of what was taken out that something was. */
function withNotice(entries: readonly WindowEntry[]): readonly WindowEntry[] {
  const place = entries.findIndex(isConversation);
  const message = new HumanMessage({ id: noticeId, content: noticeText });
  const segment: MessageSegment = {
    type: "message",
    kind: "history",
    message: projectMessage(message),
    origin: { messageId: noticeId },
  };
  const entry: WindowEntry = { message, segment, index: undefined, isClipped: false };
  return [...entries.slice(0, place), entry, ...entries.slice(place)];
}

function firstEntry({ turns }: ProjectedTranscript, covers: ReadonlySet<number>): number {
  return Math.min(...[...covers].map((turn) => turns[turn]?.entries[0] ?? Number.POSITIVE_INFINITY));
}

function summaryEntry(record: SummaryRecord): WindowEntry {
  const message = summaryMessage(record);
  const known = summarySegments.get(message);
  if (known !== undefined) return { message, segment: known, index: undefined, isClipped: false };
  const segment: MessageSegment = {
    type: "message",
    kind: "history",
    message: projectMessage(message),
    origin: { messageId: record.artifactId },
  };
  summarySegments.set(message, segment);
  return { message, segment, index: undefined, isClipped: false };
}

function clippedEntry(entry: WindowEntry, capTokens: number, counter: TokenCounter): WindowEntry {
  const message = clipMessage(entry.message, { capTokens, counter });
  if (message === undefined) return entry;
  const { toolName, toolCallCount } = entry.segment.message;
  const answered =
    toolName === undefined || toolCallCount === undefined ? undefined : { name: toolName, callCount: toolCallCount };
  return {
    ...entry,
    isClipped: true,
    message,
    segment: { ...entry.segment, message: projectMessage(message, answered) },
  };
}
