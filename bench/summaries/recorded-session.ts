import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { groupTurns, type MessageContent, type SummaryTurn } from "@plimsoll/core";
import * as z from "zod";
import { type RecordedMessage, readRecording } from "../../examples/replay-transcript/recording.ts";

const compactionSchema = z.object({
  atMessage: z.number().int(),
  summary: z.string().optional(),
  resultMessages: z.array(z.object({ content: z.string() })).optional(),
  firstKeptEntryIndex: z.number().int().optional(),
});
const schema = z.object({ recordedCompactions: z.array(compactionSchema).default([]) });

/** A summary that the model of a recorded session wrote. */
export interface RecordedSummary {
  readonly text: string;
  /** It stands for the messages before this one. */
  readonly firstKept: number;
}

export interface RecordedSession {
  readonly id: string;
  /** System text excluded. */
  readonly messages: readonly MessageContent[];
  readonly summary: RecordedSummary | undefined;
}

/** A session of the folder, or undefined where it is not there. */
export async function recordedSession(folder: string, id: string): Promise<RecordedSession | undefined> {
  const path = join(folder, `${id}.json`);
  if (!existsSync(path)) return undefined;
  const { messages } = await readRecording(path);
  const systems = messages.findIndex(({ role }) => role !== "system");
  const spoken = messages.slice(systems);
  const { recordedCompactions } = schema.parse(JSON.parse(await readFile(path, "utf8")));
  const [compaction] = recordedCompactions;
  const summary = compaction === undefined ? undefined : recordedSummary(compaction, spoken, systems);
  return { id, messages: spoken.map(messageContent), summary };
}

/**
 * The host cuts before a user message and numbers its entries a little higher than the messages, so that the cut is
 * the last user message up to the entry it names; where it names none, it kept the messages it returned verbatim.
 */
function recordedSummary(
  { atMessage, summary, resultMessages = [], firstKeptEntryIndex }: z.output<typeof compactionSchema>,
  messages: readonly RecordedMessage[],
  systems: number,
): RecordedSummary | undefined {
  const text = summary ?? resultMessages[0]?.content;
  if (text === undefined) return undefined;
  if (firstKeptEntryIndex === undefined) return { text, firstKept: atMessage - systems - (resultMessages.length - 1) };
  return { text, firstKept: messages.slice(0, firstKeptEntryIndex + 1).findLastIndex(({ role }) => role === "user") };
}

function messageContent({ role, text, calls, callId, toolName }: RecordedMessage): MessageContent {
  return {
    role,
    content: text,
    ...(calls.length === 0
      ? {}
      : { toolCalls: calls.map(({ id, name, args }) => ({ id, name, arguments: JSON.stringify(args) })) }),
    ...(callId === undefined ? {} : { toolCallId: callId }),
    ...(toolName === undefined ? {} : { toolName }),
  };
}

/** The messages as turns. */
export function turnsOf(messages: readonly MessageContent[]): readonly SummaryTurn[] {
  const turns = groupTurns(
    messages.map(({ role, toolCalls = [], toolCallId }) => ({
      role: role === "user" ? "human" : role === "assistant" ? "assistant" : role === "system" ? "system" : "tool",
      calls: toolCalls.flatMap(({ id }) => id ?? []),
      ...(toolCallId === undefined ? {} : { answers: toolCallId }),
    })),
  );
  return turns.map(({ entries }) => ({ messages: entries.flatMap((index) => messages[index] ?? []) }));
}
