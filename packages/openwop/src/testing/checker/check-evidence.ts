import type { Broken, CheckedTurn } from "./checked-turn.ts";
import { summaryEvents } from "./summary-events.ts";

/** What the window says must be in the log: every event, every summary, each at its place. */
export function* checkEvidence(turn: CheckedTurn): Generator<Broken> {
  const { window, log } = turn;
  const known = new Set(log.map(({ eventId }) => eventId));
  const summaries = summaryEvents(log);
  for (const id of window.eventIds) if (!known.has(id)) yield ["R5", `event ${id} is not in the log`];
  for (const { summaryRef, replacedTurns } of window.summarizedRanges) {
    const event = summaries.get(summaryRef);
    if (event === undefined) yield ["R6", `no context.summarized of the log is about ${summaryRef}`];
    else if (JSON.stringify(event.payload["replacedTurns"]) !== JSON.stringify(replacedTurns))
      yield ["P-range", `the range of ${summaryRef} is not what its event replaced`];
  }
  yield* checkEntries(turn, known);
}

function* checkEntries({ window, log }: CheckedTurn, known: ReadonlySet<string>): Generator<Broken> {
  const { entries, eventIds, summarizedRanges } = window;
  if (entries === undefined) return;
  const refOf = new Map([...summaryEvents(log)].map(([ref, { eventId }]) => [eventId, ref]));
  const listed = new Set(summarizedRanges.map(({ summaryRef }) => summaryRef));
  for (const { eventId } of entries) {
    const ref = refOf.get(eventId);
    if (!known.has(eventId)) yield ["R7", `the entry of event ${eventId} is not in the log`];
    if (ref !== undefined && !listed.has(ref)) yield ["R8", `the summary ${ref} was fed, and its range is not listed`];
  }
  const verbatim = entries.filter(({ eventId }) => !refOf.has(eventId)).map(({ eventId }) => eventId);
  if (JSON.stringify(verbatim) !== JSON.stringify(eventIds))
    yield ["R9", `entries hold ${verbatim.length} verbatim events, which are not the ${eventIds.length} of eventIds`];
  const fed = new Set(entries.map(({ eventId }) => refOf.get(eventId)));
  for (const ref of listed)
    if (!fed.has(ref)) yield ["P-unfed", `the range of ${ref} is listed, and no summary was fed`];
}
