import type { NewDocument } from "../engine/workflow.ts";
import type { NewEvent, RunEvent } from "../log/run-event.ts";
import { differenceOf, type Divergence } from "./compare-events.ts";
import type { Repetition } from "./repetition.ts";

/** What a fork has said so far, held against its source. */
export interface Speech {
  /** Says a batch: what was copied stands already, the rest is appended at once. */
  say(events: readonly NewEvent[], documents: readonly NewDocument[]): Promise<readonly RunEvent[]>;
  /** Appends as it is, whatever the source says. */
  interject(events: readonly NewEvent[]): Promise<void>;
  /** Says what is left of the source. */
  sayTheRest(): Promise<void>;
  /** What the source says next; undefined at its end, and after the fork said something else. */
  next(): RunEvent | undefined;
}

/** A batch on its way into the log. */
interface Batch {
  /** What had been said before it. */
  readonly first: number;
  /** For each event: where it stands already, or its place among the appended. */
  readonly places: (RunEvent | number)[];
  readonly appended: NewEvent[];
  /** Events of the source by their place among the appended that say them again. */
  readonly repeated: Map<string, number>;
}

interface SpeechState {
  /** Events said so far. */
  position: number;
  diverged: boolean;
  /** Ids of the source's events in the fork. */
  readonly idOf: Map<string, string>;
}

export function createSpeech(repetition: Repetition): Speech {
  const { source, copied, log } = repetition;
  const idOf = new Map(copied.map((event, index) => [source[index]?.eventId ?? "", event.eventId]));
  const state: SpeechState = { position: 0, diverged: false, idOf };
  return {
    async say(events, documents) {
      const batch: Batch = { first: state.position, places: [], appended: [], repeated: new Map() };
      for (const event of events) place(event, { repetition, state, batch });
      const said = await append(repetition, batch, documents);
      for (const [id, index] of batch.repeated) idOf.set(id, said[index]?.eventId ?? id);
      return batch.places.map((at) => (typeof at === "number" ? said[at] : at)).filter((event) => event !== undefined);
    },
    interject: async (events) => void (await log.append(events)),
    async sayTheRest() {
      const rest = source.slice(state.position);
      for (const event of rest) await log.append([again(event, (id) => idOf.get(id) ?? id)]);
      state.position = source.length;
    },
    next: () => (state.diverged ? undefined : source[state.position]),
  };
}

interface Placing {
  readonly repetition: Repetition;
  readonly state: SpeechState;
  readonly batch: Batch;
}

/** Decides what becomes of an event: it stands already, is said again as the source said it, or is the fork's own. */
function place(event: NewEvent, { repetition, state, batch }: Placing): void {
  const { source, copied, mode, fromSeq } = repetition;
  const { position } = state;
  const then = source[position];
  const isHeld = !state.diverged && (mode === "replay" || position < fromSeq);
  const difference = isHeld ? differenceOf(event, then) : undefined;
  if (difference !== undefined) {
    state.diverged = true;
    batch.appended.push(divergedAt(repetition, position, difference));
  }
  state.position++;
  const standing = state.diverged ? undefined : copied[position];
  batch.places.push(standing ?? batch.appended.length);
  if (standing !== undefined) return;
  const repeats = isHeld && difference === undefined ? then : undefined;
  if (repeats !== undefined) batch.repeated.set(repeats.eventId, batch.appended.length);
  batch.appended.push(repeats === undefined ? caused(event, batch.places) : again(repeats, causeIn(batch, state.idOf)));
}

/** All of it at once, or nothing. */
async function append(
  { log }: Repetition,
  { appended, places, first }: Batch,
  documents: readonly NewDocument[],
): Promise<readonly RunEvent[]> {
  if (appended.length + documents.length === 0) return [];
  const named = documents.map((document) => placed(document, places));
  return log.append(appended, named, first);
}

type CauseOf = (sourceId: string) => string | number;

/** An event of the source, to be said again word for word; its cause is the fork's own. */
function again({ type, payload, nodeId, causationId }: RunEvent, causeOf: CauseOf): NewEvent {
  return {
    type,
    payload,
    ...(nodeId === undefined ? {} : { nodeId }),
    ...(causationId === undefined ? {} : { causation: causeOf(causationId) }),
  } as NewEvent;
}

/** A cause of the source, as the fork knows it: by its id, or by its place in the batch. */
function causeIn({ repeated }: Batch, idOf: ReadonlyMap<string, string>): CauseOf {
  return (sourceId) => idOf.get(sourceId) ?? repeated.get(sourceId) ?? sourceId;
}

/** An event of the fork's own: a cause in its batch is where that was placed. */
function caused(event: NewEvent, places: Batch["places"]): NewEvent {
  const { causation } = event;
  return typeof causation === "number" ? { ...event, causation: nameOf(places[causation], causation) } : event;
}

function placed(document: NewDocument, places: Batch["places"]): NewDocument {
  const { key } = document;
  return typeof key === "number" ? { ...document, key: nameOf(places[key], key) } : document;
}

function nameOf(at: RunEvent | number | undefined, index: number): string | number {
  if (at === undefined) throw new RangeError(`event ${index} is not in the batch, or stands after what refers to it`);
  return typeof at === "number" ? at : at.eventId;
}

function divergedAt({ sourceRunId, source }: Repetition, position: number, divergenceKind: Divergence): NewEvent {
  const original = source[position];
  return {
    type: "replay.diverged",
    payload: {
      sourceRunId,
      atSequence: position,
      divergenceKind,
      ...(original === undefined ? {} : { originalEventId: original.eventId }),
    },
  };
}
