import type { Broken, CheckedTurn } from "./checked-turn.ts";
import { summaryEvents } from "./summary-events.ts";
import type { LoggedEvent } from "./transcript-window.ts";

/**
 * Whether what was fed is the recent tail of the log: nothing newer dropped than what was fed, among events of the same
 * type and node as those fed. Also, that a host that summarizes covers all it took out, and keeps what it promises.
 */
export function checkTail(turn: CheckedTurn): { readonly broken: readonly Broken[]; readonly pressure: boolean } {
  const { window, log } = turn;
  const fedIds = new Set([...window.eventIds, ...(window.entries ?? []).map(({ eventId }) => eventId)]);
  for (const [, { eventId }] of summaryEvents(log)) fedIds.delete(eventId);
  const fed = log.filter(({ eventId }) => fedIds.has(eventId));
  if (fed.length === 0) return { broken: [], pressure: window.summarizedRanges.length > 0 };
  const eligible = eligibleEvents(turn, fed);
  const [first] = fed;
  const evicted = eligible.filter(({ sequence }) => sequence < (first?.sequence ?? 0));
  return {
    broken: [...checkOrder(turn), ...checkDropped(turn, { fed, eligible, evicted })],
    pressure: window.summarizedRanges.length > 0 || evicted.length > 0,
  };
}

/** Events of the kinds that were fed, before the decision of the turn. */
function eligibleEvents({ log, iteration }: CheckedTurn, fed: readonly LoggedEvent[]): readonly LoggedEvent[] {
  const kinds = new Set(fed.map(kindOf));
  const cutoff = decisionOf(log, iteration)?.sequence ?? Infinity;
  return log.filter((event) => kinds.has(kindOf(event)) && event.sequence < cutoff);
}

function* checkOrder({ window, log, iteration }: CheckedTurn): Generator<Broken> {
  const sequenceOf = new Map(log.map(({ eventId, sequence }) => [eventId, sequence]));
  const ids = window.entries?.map(({ eventId }) => eventId) ?? window.eventIds;
  const cutoff = decisionOf(log, iteration)?.sequence ?? Infinity;
  const summaries = new Set([...summaryEvents(log).values()].map(({ eventId }) => eventId));
  let last = -1;
  for (const id of ids) {
    const sequence = sequenceOf.get(id);
    if (sequence === undefined) continue;
    if (sequence >= cutoff) yield ["R11", `event ${id} was fed to a decision that stands before it`];
    if (summaries.has(id)) continue;
    if (sequence <= last) yield ["R10", `event ${id} was fed after a later one`];
    last = sequence;
  }
}

interface Tail {
  readonly fed: readonly LoggedEvent[];
  readonly eligible: readonly LoggedEvent[];
  readonly evicted: readonly LoggedEvent[];
}

function* checkDropped({ window, advertised }: CheckedTurn, { fed, eligible, evicted }: Tail): Generator<Broken> {
  const fedIds = new Set(fed.map(({ eventId }) => eventId));
  const covered = new Set(window.summarizedRanges.flatMap(({ replacedTurns }) => replacedTurns));
  const oldest = fed[0]?.sequence ?? 0;
  for (const { eventId, sequence } of eligible) {
    if (sequence > oldest && !fedIds.has(eventId) && !covered.has(eventId))
      yield ["R12", `event ${eventId} was dropped while an older one was fed`];
  }
  if (!advertised.summarizes) return;
  for (const { eventId } of evicted) {
    if (!covered.has(eventId)) yield ["P-uncovered", `event ${eventId} is out, and no summary stands in for it`];
  }
  const promised = Math.min(advertised.keepLastTurns ?? 0, eligible.length);
  if (window.eventIds.length < promised)
    yield ["P-kept", `${window.eventIds.length} events are verbatim, and ${promised} are promised`];
  for (const { eventId } of eligible.slice(eligible.length - promised)) {
    if (covered.has(eventId)) yield ["P-kept", `event ${eventId} is one of the last ${promised}, and was summarized`];
  }
}

/** The event of the turn's decision, in the spelling of either major version. */
function decisionOf(log: readonly LoggedEvent[], iteration: number): LoggedEvent | undefined {
  return log.find(
    ({ type, payload }) =>
      (type === "runOrchestrator.decided" || type === "run-orchestrator.decided") && payload["iteration"] === iteration,
  );
}

function kindOf({ type, nodeId = "" }: LoggedEvent): string {
  return JSON.stringify([type, nodeId]);
}
