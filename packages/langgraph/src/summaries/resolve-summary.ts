import { type ArtifactId, artifactIdOf, digestSummaryPolicy, digestTurns, type SummaryRecord } from "@plimsoll/core";
import { errorName } from "./error-name.ts";
import { isIntact } from "./is-intact.ts";
import { makeRecord } from "./make-record.ts";
import { boundedMap, perStore } from "./per-store.ts";
import { type Flights, forget, joinFlight } from "./single-flight.ts";
import type { FailedSummary, SummaryNeed, SummaryOutcome } from "./summary-need.ts";
import { untilAborted } from "./until-aborted.ts";

/** Attempts remembered per store: enough for every run in flight; the oldest are forgotten first. */
const remembered = 1_000;

const flights = perStore((): Flights<SummaryOutcome> => new Map());
const failures = perStore(() => boundedMap<string, true>(remembered));
const unsaved = perStore(() => boundedMap<string, SummaryRecord>(remembered));

const aborted: FailedSummary = { kind: "failed", reason: "aborted" };

/** A need with the names under which it is remembered. */
interface NamedNeed {
  readonly need: SummaryNeed;
  readonly key: { readonly artifactId: ArtifactId; readonly policyDigest: string; readonly inputDigest: string };
  /** The summary within its store. */
  readonly place: string;
  /** The summary as this request needs it. */
  readonly attempt: string;
}

/**
 * Finds the recorded summary of these turns, or makes and records it. The record is durable before it is handed on,
 * and whoever wrote it first, all get the same one. Concurrent callers share one call of the summarizer, and a request
 * that is tried again after a failure does not ask again (WO-01: one analyst invocation). A failure is an outcome: the
 * summarizer, the store and the signal never make it reject, and one caller's abort is no other's.
 */
export async function resolveSummary(need: SummaryNeed): Promise<SummaryOutcome> {
  const named = nameNeed(need);
  const { store, signal } = need;
  for (;;) {
    if (signal?.aborted === true) return aborted;
    const flight = joinFlight(flights(store), named.place, () => findOrMake(named));
    const outcome = await untilAborted(flight.result, signal);
    if (outcome === undefined) {
      if (flight.isOwn) forget(flights(store), named.place, flight.result);
      return aborted;
    }
    if (flight.isOwn) return outcome;
    if (outcome.kind !== "failed") return reuse(named, outcome.record);
    if (outcome.reason === "aborted") continue;
    return rememberFailure(named, outcome);
  }
}

/** The name of the summary that is needed, made or not. */
export function neededArtifactId(need: Omit<SummaryNeed, "onAsk">): ArtifactId {
  return nameNeed({ ...need, onAsk: () => {} }).key.artifactId;
}

function nameNeed(need: SummaryNeed): NamedNeed {
  const { digest, namespace, scope, turns } = need;
  const prefixes = digestTurns(
    turns.map(({ messages }) => messages),
    digest,
  );
  const inputDigest = prefixes.at(-1) ?? "";
  const policyDigest = digestSummaryPolicy(need, digest);
  const artifactId = artifactIdOf({ namespace, policyDigest, inputDigest }, digest);
  const place = JSON.stringify([scope, artifactId]);
  return {
    need,
    key: { artifactId, policyDigest, inputDigest },
    place,
    attempt: `${place} ${need.requestFingerprint}`,
  };
}

async function findOrMake(named: NamedNeed): Promise<SummaryOutcome> {
  const { need, key } = named;
  const { store, scope } = need;
  try {
    const found = await store.get(scope, key.artifactId);
    if (found !== undefined) return reuse(named, found);
    const kept = unsaved(store).get(named.place);
    if (kept !== undefined) return await save(named, kept);
    if (failures(store).has(named.attempt)) return { kind: "failed", reason: "already-tried" };
    const recorded = await store.list(scope);
    const ordinal = recorded.reduce((last, each) => Math.max(last, each.ordinal), 0) + 1;
    const made = await makeRecord(need, { ...key, ordinal });
    return made.kind === "failed" ? rememberFailure(named, made) : await save(named, made.record);
  } catch (error) {
    return { kind: "failed", reason: "store-error", error: errorName(error) };
  }
}

/** What could not be stored is kept, so that the next attempt stores it without asking again. */
async function save({ need, place }: NamedNeed, record: SummaryRecord): Promise<SummaryOutcome> {
  unsaved(need.store).set(place, record);
  const winner = await need.store.put(need.scope, record);
  unsaved(need.store).delete(place);
  if (!isIntact(winner, record.artifactId, need.digest)) return { kind: "failed", reason: "record-damaged" };
  return { kind: winner.textSha256 === record.textSha256 ? "made" : "reused", record: winner };
}

/** A recorded summary serves where it makes this request smaller, by however little: it costs nothing. */
function reuse({ need, key }: NamedNeed, record: SummaryRecord): SummaryOutcome {
  if (!isIntact(record, key.artifactId, need.digest)) return { kind: "failed", reason: "record-damaged" };
  if (need.weigh(record.artifactId, record.text) >= need.tokensBefore) return { kind: "failed", reason: "not-smaller" };
  return { kind: "reused", record };
}

/** An abort or a broken store says nothing about the next attempt; everything else would only fail, and cost, again. */
function rememberFailure({ need, attempt }: NamedNeed, failure: FailedSummary): FailedSummary {
  if (failure.reason !== "aborted" && failure.reason !== "store-error") failures(need.store).set(attempt, true);
  return failure;
}
