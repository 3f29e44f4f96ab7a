import type { BaseMessage } from "@langchain/core/messages";
import { renderMessage } from "@plimsoll/core";
import { projectMessage } from "@plimsoll/langgraph";
import { WorkflowFailure } from "../engine/workflow-failure.ts";
import { supervisorNode } from "./agent-binding.ts";

/** A message of the transcript and the event it is backed by: one event, one entry. */
export interface TranscriptEntry {
  readonly eventId: string;
  readonly rendered: string;
}

/** Which event each message of a run is backed by. */
export interface Transcript {
  /** Says that an event backs a message, and what the message renders. */
  back(message: BaseMessage, eventId: string): void;
  /** Whether a message is backed. */
  eventOf(messageId: string | undefined): string | undefined;
  /** What an event renders, as it was first fed. */
  renderedOf(eventId: string): string | undefined;
}

export function createTranscript(): Transcript {
  const events = new Map<string, string>();
  const texts = new Map<string, string>();
  return {
    back(message, eventId) {
      if (message.id !== undefined) events.set(message.id, eventId);
      texts.set(eventId, rendered(message));
    },
    eventOf: (messageId) => (messageId === undefined ? undefined : events.get(messageId)),
    renderedOf: (eventId) => texts.get(eventId),
  };
}

/** The text of a message as it counts: what is counted and what is shown to an outsider are this same text. */
export function rendered(message: BaseMessage): string {
  return renderMessage(projectMessage(message));
}

/** What is fed at one turn, sorted by what backs it. */
export interface FedTranscript {
  readonly verbatim: readonly TranscriptEntry[];
  readonly summaries: readonly BaseMessage[];
  /** All of it in the order in which it is fed; summaries by their artifact. */
  readonly order: readonly (TranscriptEntry | { readonly artifactId: string; readonly rendered: string })[];
}

interface FedBy {
  readonly transcript: Transcript;
  readonly taskId: string;
  readonly isSummary: (messageId: string | undefined) => boolean;
}

/**
 * The transcript in the messages of a model call: all but the task and system text (RFC 0111, scope).
 *
 * @throws WorkflowFailure `transcript_entry_without_event` for a message that no event backs: the account would be
 * false, so the node fails.
 */
export function fedTranscript(
  messages: readonly BaseMessage[],
  { transcript, taskId, isSummary }: FedBy,
): FedTranscript {
  const order: FedTranscript["order"][number][] = [];
  const summaries: BaseMessage[] = [];
  for (const message of messages) {
    if (message.id === taskId || message.type === "system") continue;
    const eventId = transcript.eventOf(message.id);
    if (isSummary(message.id)) {
      summaries.push(message);
      order.push({ artifactId: message.id ?? "", rendered: rendered(message) });
    } else if (eventId !== undefined) order.push({ eventId, rendered: rendered(message) });
    else throw withoutEvent(message.type);
  }
  return { order, summaries, verbatim: order.filter((entry) => "eventId" in entry) };
}

function withoutEvent(type: string): WorkflowFailure {
  return new WorkflowFailure(
    {
      code: "transcript_entry_without_event",
      message: `A message of type ${type} is to be fed that no event of the run backs; bind agents whose middleware adds no messages of its own.`,
    },
    supervisorNode,
  );
}
