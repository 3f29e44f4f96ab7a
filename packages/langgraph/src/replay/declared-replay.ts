import { PlimsollError, type SummaryRecord, type SummaryStore } from "@plimsoll/core";
import { nodeDigest } from "@plimsoll/core/node";
import * as z from "zod";
import { summaryUnavailable } from "../pins/summary-unavailable.ts";
import { isIntact } from "../summaries/is-intact.ts";

/** What a replay goes by. */
export interface DeclaredReplay {
  /** The thread whose records are replayed. */
  readonly ofThread: string;
  /** Number of the event the replay starts from, repeated in the refusal's `details`. */
  readonly fromSeq?: number | undefined;
}

const key = "plimsoll_replay";

const schema = z.strictObject({ ofThread: z.string().min(1), fromSeq: z.number().int().min(0).optional() });

/**
 * Declares a run a replay of a thread: the part of its `configurable` that says so, as in
 * `agent.invoke(input, { configurable: { thread_id: "copy", ...replayOf("source") } })`. Summaries are then those the
 * source recorded, told as they were told, and none is ever made: where one is needed that is not there, unreadable or
 * not what was recorded, the model call is refused with `replay_context_summary_unavailable`. The copy keeps them as its
 * own. `assertReplayable` finds out before anything is created.
 */
export function replayOf(thread: string, start: { readonly fromSeq?: number } = {}): Readonly<Record<string, unknown>> {
  return { [key]: { ofThread: thread, ...start } };
}

/**
 * What a run declares; undefined for a run that is no replay.
 *
 * @throws PlimsollError `invalid_options` for a declaration that was not made by {@link replayOf}.
 */
export function declaredReplay(configurable: Readonly<Record<string, unknown>>): DeclaredReplay | undefined {
  const declared = configurable[key];
  if (declared === undefined) return undefined;
  const parsed = schema.safeParse(declared);
  if (parsed.success) return parsed.data;
  throw new PlimsollError(
    "invalid_options",
    `configurable.${key} is no declaration of a replay; make it with replayOf(thread, { fromSeq }).`,
  );
}

/** The store of one model call of a replay, and why that call must be refused, once it must. */
export interface ReplayStore {
  readonly store: SummaryStore;
  refusal(): PlimsollError | undefined;
}

/** The source's records for the replay to read, and nothing to write. */
export function replayStore(home: SummaryStore, { ofThread, fromSeq }: DeclaredReplay): ReplayStore {
  let refused: PlimsollError | undefined;
  const refuse = (summaryRef: string, why: string, cause?: unknown): never => {
    refused ??= summaryUnavailable({ summaryRef, why, fromSeq, cause });
    throw refused;
  };
  const readable = async (artifactId: SummaryRecord["artifactId"]): Promise<SummaryRecord> => {
    const record = await home
      .get(ofThread, artifactId)
      .catch((cause: unknown) => refuse(artifactId, "cannot be read", cause));
    if (record === undefined)
      return refuse(artifactId, `was not recorded in the replayed thread ${ofThread}, or is gone`);
    if (!isIntact(record, artifactId, nodeDigest))
      return refuse(artifactId, "is not what was recorded: its text does not match its hash");
    return record;
  };
  const store: SummaryStore = {
    async get(scope, artifactId) {
      const record = await readable(artifactId);
      return scope === ofThread ? record : home.put(scope, record);
    },
    put: async (_scope, { artifactId }) => refuse(artifactId, "would have to be made anew"),
    list: (_scope) => home.list(ofThread),
  };
  return { store, refusal: () => refused };
}
