import { PlimsollError, type SummaryStore } from "@plimsoll/core";
import * as z from "zod";
import { readReplayPlan, type ReplayPlan } from "./replay-plan.ts";
import type { ReplayStart } from "../pins/assert-replayable.ts";
import type { DeclaredReplay, ReplaySource } from "./replay-source.ts";

const replayKey = "plimsoll_replay";

/** A part of a run's `configurable`. */
export type ReplayDeclaration = Readonly<Record<string, unknown>>;

/**
 * Declares a run a replay: the part of its `configurable` that says so, as in
 * `agent.invoke(input, { configurable: { thread_id: "copy", ...replayOf("source") } })`. It reaches subgraphs, and travels
 * to a LangGraph server as JSON where the source is a thread or a list of records. Such a run takes the source's
 * summaries at the model calls at which the source took them, whatever its own options say, tells them word for word and
 * keeps them as its own. None is ever made: where a record is missing, unreadable or changed, or there is none where one
 * would be needed, the model call is refused with `replay_context_summary_unavailable`.
 *
 * Where the records do not say at which call each was taken (a thread with several branches, a subgraph whose calls are
 * counted anew in every run), they are found by content when the run's own line calls for one: then its options for
 * when to compact must be the source's.
 */
export function replayOf(source: ReplaySource, start: ReplayStart = {}): ReplayDeclaration {
  return { [replayKey]: { source, ...start } };
}

/**
 * Reads and checks, before anything is created, every record a replay will need, and declares the replay of these very
 * records: what was checked is what is used.
 *
 * @param options Where it starts, and the store of the thread; a store is not needed for records or a reader.
 * @throws PlimsollError `replay_context_summary_unavailable` (409, not retriable) with `details.summaryRef` and
 * `details.fromSeq`; `invalid_options` for a source that is none, or a thread without a store.
 */
export async function prepareReplay(
  source: ReplaySource,
  options: ReplayStart & { readonly store?: SummaryStore } = {},
): Promise<ReplayDeclaration> {
  const { store, ...start } = options;
  const { records } = await readReplayPlan(parseReplay({ source, ...start }), store);
  return replayOf(records, start);
}

const plans = new WeakMap<object, { readonly store: SummaryStore; readonly plan: Promise<ReplayPlan> }>();

/**
 * The plan of the replay a run declares, read once for each declaration; undefined for a run that declares none.
 *
 * @throws PlimsollError as {@link prepareReplay}.
 */
export async function replayOfRun(
  configurable: Readonly<Record<string, unknown>>,
  store: SummaryStore,
): Promise<ReplayPlan | undefined> {
  const declared = configurable[replayKey];
  if (declared === undefined || declared === null) return undefined;
  const replay = parseReplay(declared);
  const known = plans.get(Object(declared));
  if (known?.store === store) return known.plan;
  const plan = readReplayPlan(replay, store);
  const entry = { store, plan };
  plans.set(Object(declared), entry);
  plan.catch(() => {
    if (plans.get(Object(declared)) === entry) plans.delete(Object(declared));
  });
  return plan;
}

const count = z.number().int().min(0).optional();
const schema = z.object({
  source: z.custom<ReplaySource>(
    (value) => (typeof value === "string" && value !== "") || Array.isArray(value) || typeof value === "function",
    "expected the id of a thread, records, or a function that reads them",
  ),
  fromIteration: count,
  fromSeq: count,
});

function parseReplay(declared: unknown): DeclaredReplay {
  const parsed = schema.safeParse(declared);
  if (parsed.success) {
    const { source, fromIteration, fromSeq } = parsed.data;
    return {
      source,
      ...(fromIteration === undefined ? {} : { fromIteration }),
      ...(fromSeq === undefined ? {} : { fromSeq }),
    };
  }
  const problems = parsed.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("; ");
  throw new PlimsollError(
    "invalid_options",
    `configurable.${replayKey} declares no replay (${problems}); make it with replayOf(thread, { fromSeq }).`,
    { cause: parsed.error },
  );
}
