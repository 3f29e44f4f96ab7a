/** What the transcript-window seam serves for one turn (RFC 0111, conformance seam). */
export interface TranscriptWindow {
  readonly tokenCounter: string;
  readonly tokenCount: number;
  /** The verbatim tail, in log order. */
  readonly eventIds: readonly string[];
  readonly summarizedRanges: readonly SummarizedRange[];
  /** The text that was fed, per item; required where the unit can be recounted by anybody. */
  readonly entries?: readonly WindowEntry[];
}

export interface SummarizedRange {
  readonly summaryRef: string;
  readonly replacedTurns: readonly string[];
}

export interface WindowEntry {
  readonly eventId: string;
  readonly rendered: string;
}

/** A line of the log as the event seam serves it: what the checker needs of it. */
export interface LoggedEvent {
  readonly eventId: string;
  readonly type: string;
  readonly nodeId?: string;
  readonly sequence: number;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** The window in a body; undefined where any member of it is malformed, optional ones included. */
export function parseWindow(body: unknown): TranscriptWindow | undefined {
  if (!isObject(body)) return undefined;
  const { tokenCounter, tokenCount, eventIds, summarizedRanges = [], entries } = body;
  if (typeof tokenCounter !== "string" || typeof tokenCount !== "number") return undefined;
  if (!isListOf(eventIds, isString) || !isListOf(summarizedRanges, isRange)) return undefined;
  if (entries === undefined) return { tokenCounter, tokenCount, eventIds, summarizedRanges };
  return isListOf(entries, isEntry) ? { tokenCounter, tokenCount, eventIds, summarizedRanges, entries } : undefined;
}

/** The events in a body of the event seam; undefined where one is malformed. */
export function parseLog(body: unknown): readonly LoggedEvent[] | undefined {
  if (!isObject(body)) return undefined;
  return isListOf(body["events"], isLoggedEvent) ? body["events"] : undefined;
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isListOf<T>(value: unknown, isOne: (member: unknown) => member is T): value is readonly T[] {
  return Array.isArray(value) && value.every(isOne);
}

export function isString(value: unknown): value is string {
  return typeof value === "string";
}

function isRange(value: unknown): value is SummarizedRange {
  return isObject(value) && isString(value["summaryRef"]) && isListOf(value["replacedTurns"], isString);
}

function isEntry(value: unknown): value is WindowEntry {
  return isObject(value) && isString(value["eventId"]) && isString(value["rendered"]);
}

function isLoggedEvent(value: unknown): value is LoggedEvent {
  return (
    isObject(value) &&
    isString(value["eventId"]) &&
    isString(value["type"]) &&
    Number.isInteger(value["sequence"]) &&
    isObject(value["payload"]) &&
    (value["nodeId"] === undefined || isString(value["nodeId"]))
  );
}
