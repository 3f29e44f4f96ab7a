import { PlimsollError, type JsonValue, type SummaryRecord } from "@plimsoll/core";
import type { BaseMessage } from "@langchain/core/messages";
import { counterNameOf } from "@plimsoll/core";
import type { NewEvent } from "../log/run-event.ts";
import { supervisorNode } from "./agent-binding.ts";
import { type AgentLoop, taskId } from "./agent-loop.ts";
import { type FedTranscript, fedTranscript } from "./transcript.ts";
import { unitsOf } from "./transcript-tokens.ts";

/**
 * Freezes what a turn is fed, before it is fed: new summaries are told as events, and the account of the turn is
 * stored. It is read from the messages that leave, whoever assembled them.
 */
export async function recordWindow(loop: AgentLoop, messages: readonly BaseMessage[]): Promise<void> {
  const { transcript, summaries, execution, counter } = loop;
  const isSummary = (id: string | undefined) => id !== undefined && summaries.recordOf(id) !== undefined;
  const fed = fedTranscript(messages, { transcript, taskId, isSummary });
  for (const { id = "" } of fed.summaries) await tellOfSummary(loop, fed, id);
  const entries = fed.order.map((entry) => ({
    eventId: "eventId" in entry ? entry.eventId : (loop.summaryEvents.get(entry.artifactId)?.eventId ?? ""),
    rendered: entry.rendered,
  }));
  const tokenCount = unitsOf(
    entries.map((entry) => entry.rendered),
    counter,
  );
  requireOneModel(loop, tokenCount);
  const window: JsonValue = {
    tokenCounter: counterNameOf(counter.id),
    tokenCount,
    eventIds: fed.verbatim.map(({ eventId }) => eventId),
    summarizedRanges: fed.summaries.map(({ id = "" }) => ({
      summaryRef: id,
      replacedTurns: [...(loop.summaryEvents.get(id)?.replacedTurns ?? [])],
    })),
    entries,
  };
  await execution.record([], [{ kind: "window", key: String(loop.iteration), value: window }]);
}

/** The planner and the account are one model, not two: both count the same texts. */
function requireOneModel({ planned }: AgentLoop, tokenCount: number): void {
  if (planned === undefined || planned === tokenCount) return;
  throw new PlimsollError(
    "internal",
    `the planner counted ${planned} units of transcript, and ${tokenCount} are about to be fed; bind agents without middleware behind ours.`,
    { details: { planned, tokenCount } },
  );
}

/** One event for each summary, at the turn that is first fed it. */
async function tellOfSummary(loop: AgentLoop, fed: FedTranscript, artifactId: string): Promise<void> {
  if (loop.summaryEvents.has(artifactId)) return;
  const { execution, counter, transcript } = loop;
  const replaced = replacedEvents(loop, artifactId);
  const text = fed.order.find((entry) => "artifactId" in entry && entry.artifactId === artifactId)?.rendered ?? "";
  const texts = replaced.map((eventId) => transcript.renderedOf(eventId) ?? "");
  const event: NewEvent = {
    type: "context.summarized",
    nodeId: supervisorNode,
    payload: {
      iteration: loop.iteration,
      replacedTurns: replaced,
      summaryRef: artifactId,
      tokenCounter: counterNameOf(counter.id),
      tokensBefore: unitsOf(texts, counter),
      tokensAfter: unitsOf([text], counter),
    },
  };
  const [said] = await execution.record([event]);
  // In a replay the ids in it are the source's, as they were recorded.
  if (said?.type !== "context.summarized") return;
  const { replacedTurns } = said.payload;
  loop.summaryEvents.set(artifactId, { eventId: said.eventId, replacedTurns });
}

/** Ids of the events a summary stands for, those under the summaries before it first. */
function replacedEvents({ summaries, transcript }: AgentLoop, artifactId: string): readonly string[] {
  const chain: SummaryRecord[] = [];
  for (let record = summaries.recordOf(artifactId); record !== undefined;) {
    chain.unshift(record);
    record = record.previous === null ? undefined : summaries.recordOf(record.previous);
  }
  return chain.flatMap(({ replacedMessageIds }) =>
    replacedMessageIds.flatMap((id) => transcript.eventOf(id ?? undefined) ?? []),
  );
}
