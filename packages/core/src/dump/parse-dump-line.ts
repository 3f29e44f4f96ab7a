import { PlimsollError } from "../errors.ts";
import { type DumpCall, type DumpLine, dumpVersion } from "./dump-line.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Totals whose rows must sum to them. */
const totals = [
  "modelContextTokens",
  "stableSystemTokens",
  "toolSchemaTokens",
  "authorityTokens",
  "taskAndWorkingSetTokens",
  "evidenceTokens",
  "historyTokens",
  "outputReservationTokens",
  "safetyMarginTokens",
  "totalInputTokens",
  "projectedTotalTokens",
  "freeTokens",
] as const;

/**
 * Reads one line of a dump.
 *
 * @throws PlimsollError `invalid_dump` that names the line: for what is no JSON, another version, a line of no known kind,
 * or a call whose rows do not sum to its totals. Never anything else, whatever the text.
 */
export function parseDumpLine(text: string, place: number): DumpLine {
  const line = parsed(text, place);
  switch (line["kind"]) {
    case "header":
      if (line["dump"] !== dumpVersion) throw unknownVersion(place, line["dump"]);
      return { kind: "header", dump: dumpVersion };
    case "call":
      return callOf(line, place);
    case "event":
      if (!isFields(line["event"])) throw invalid(place, "its event is no object");
      return line as unknown as DumpLine;
    default:
      throw invalid(place, `its kind is ${shown(line["kind"])}, and header, call and event are known`);
  }
}

function parsed(text: string, place: number): Fields {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw invalid(place, "it is no JSON; a file that was cut off ends so", cause);
  }
  if (!isFields(value)) throw invalid(place, "it is no object");
  return value;
}

function callOf(line: Fields, place: number): DumpCall {
  const { call, iteration, namespace, budget, action, changed } = line;
  if (!isCount(call) || !isCount(iteration)) throw invalid(place, "its call or iteration is no number");
  if (typeof namespace !== "string" || !isFields(action)) throw invalid(place, "its namespace or action is malformed");
  if (changed !== null && !(Array.isArray(changed) && changed.every(isChange)))
    throw invalid(place, "its changes are malformed");
  if (!isFields(budget)) throw invalid(place, "it has no budget");
  requireBudget(budget, place);
  return line as unknown as DumpCall;
}

function requireBudget(budget: Fields, place: number): void {
  const { rows, counter, decision, requestFingerprint } = budget;
  const wrong = totals.find((name) => !Number.isSafeInteger(budget[name]));
  if (wrong !== undefined) throw invalid(place, `its ${wrong} is ${shown(budget[wrong])}`);
  if (!Array.isArray(rows) || !rows.every(isRow)) throw invalid(place, "its rows are malformed");
  if (typeof requestFingerprint !== "string") throw invalid(place, "it has no fingerprint");
  if (!isFields(counter) || typeof counter["id"] !== "string" || !isFields(counter["rules"]))
    throw invalid(place, "it does not say who counted");
  if (
    !isFields(decision) ||
    typeof decision["reason"] !== "string" ||
    typeof decision["threshold"] !== "number" ||
    !isFields(decision["historyOnly"])
  )
    throw invalid(place, "its decision is malformed");
  const sum = (rows as readonly Fields[]).reduce((total, row) => total + Number(row["tokens"]), 0);
  if (sum !== budget["totalInputTokens"])
    throw invalid(place, `its rows sum to ${sum}, and its total is ${String(budget["totalInputTokens"])}`);
}

function isRow(value: unknown): boolean {
  if (!isFields(value)) return false;
  const { segment, label, tokens, bytes, sha256, counter, exactness } = value;
  const texts = [segment, label, sha256, counter, exactness];
  return texts.every((text) => typeof text === "string") && Number.isSafeInteger(tokens) && isCount(bytes);
}

function isChange(value: unknown): boolean {
  if (!isFields(value)) return false;
  const { segment, label, before, after } = value;
  return (
    typeof segment === "string" &&
    typeof label === "string" &&
    Number.isSafeInteger(before) &&
    Number.isSafeInteger(after)
  );
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Enough of a value to find it; a hostile one is not repeated whole. */
function shown(value: unknown): string {
  return (JSON.stringify(value) ?? "missing").slice(0, 60);
}

function unknownVersion(place: number, version: unknown): PlimsollError {
  return new PlimsollError(
    "invalid_dump",
    `line ${place} says the dump is of version ${shown(version)}, and this release reads ${dumpVersion}; read it with the release that wrote it.`,
    { details: { line: place } },
  );
}

function invalid(place: number, why: string, cause?: unknown): PlimsollError {
  return new PlimsollError("invalid_dump", `line ${place} of the dump cannot be read: ${why}.`, {
    details: { line: place },
    ...(cause === undefined ? {} : { cause }),
  });
}
