import { describe, expect, it } from "vitest";
import { checkWindow } from "./check-window.ts";
import type { AdvertisedBudget, CheckedTurn } from "./checked-turn.ts";
import type { LoggedEvent, TranscriptWindow } from "./transcript-window.ts";

const advertised: AdvertisedBudget = {
  transcriptTokenBudget: 520,
  tokenCounter: "chars",
  summarizes: true,
  keepLastTurns: 2,
};

const count = (text: string) => [...text].length;

/** A worker's answer of 139 code points, one of them an emoji. */
const answerOf = (iteration: number) => `${"x".repeat(136)}🙂${String(iteration).padStart(2, "0")}`;
const summary = "s".repeat(20);

/** The log of a loop that dispatches a worker `turns` times; a summary of the first answer stands before the fifth decision. */
function logOf(turns: number): LoggedEvent[] {
  const log: LoggedEvent[] = [];
  const add = (eventId: string, event: Omit<LoggedEvent, "eventId" | "sequence">) =>
    log.push({ eventId, sequence: log.length, ...event });
  add("started", { type: "run.started", payload: {} });
  for (let iteration = 1; iteration <= turns; iteration++) {
    if (iteration === 5) {
      const payload = { iteration, replacedTurns: ["worker-1"], summaryRef: "art-1" };
      add("summary-1", { type: "context.summarized", nodeId: "supervisor", payload });
    }
    add(`decided-${iteration}`, { type: "runOrchestrator.decided", nodeId: "supervisor", payload: { iteration } });
    add(`worker-${iteration}`, { type: "node.completed", nodeId: "dispatch", payload: {} });
  }
  return log;
}

const entryOf = (iteration: number) => ({ eventId: `worker-${iteration}`, rendered: answerOf(iteration) });

/** The fifth turn: one summary of the first answer, the other three verbatim. */
const pressed: TranscriptWindow = {
  tokenCounter: "chars",
  tokenCount: 437,
  eventIds: ["worker-2", "worker-3", "worker-4"],
  summarizedRanges: [{ summaryRef: "art-1", replacedTurns: ["worker-1"] }],
  entries: [{ eventId: "summary-1", rendered: summary }, entryOf(2), entryOf(3), entryOf(4)],
};

function turnOf(window: Partial<TranscriptWindow> = {}, change: Partial<CheckedTurn> = {}): CheckedTurn {
  return { iteration: 5, window: { ...pressed, ...window }, advertised, log: logOf(6), count, ...change };
}

const rulesOf = (turn: CheckedTurn) => [...new Set(checkWindow(turn).violations.map(({ rule }) => rule))].sort();
const without = (window: TranscriptWindow) => ({ ...turnOf(), window });

describe("checkWindow", () => {
  it("finds nothing wrong with a turn under pressure whose account is true", () => {
    expect(checkWindow(turnOf())).toEqual({ violations: [], pressure: true });
  });

  it("finds no pressure where everything fits", () => {
    const window = { tokenCount: 278, eventIds: ["worker-1", "worker-2"], summarizedRanges: [] };
    const turn = turnOf({ ...window, entries: [entryOf(1), entryOf(2)] }, { iteration: 3 });
    expect(checkWindow(turn)).toEqual({ violations: [], pressure: false });
  });

  it("finds nothing wrong with the first turn, which is fed nothing", () => {
    const turn = turnOf({ tokenCount: 0, eventIds: [], summarizedRanges: [], entries: [] }, { iteration: 1 });
    expect(checkWindow(turn)).toEqual({ violations: [], pressure: false });
  });

  it("takes what is out for pressure where the host does not summarize, and for nothing worse", () => {
    const window = { tokenCount: 417, summarizedRanges: [], entries: [entryOf(2), entryOf(3), entryOf(4)] };
    const turn = turnOf(window, { advertised: { ...advertised, summarizes: false } });
    expect(checkWindow(turn)).toEqual({ violations: [], pressure: true });
  });

  const { entries: _entries, ...noEntries } = pressed;
  const [first, ...tail] = pressed.entries ?? [];
  if (first === undefined) throw new Error("the window has entries");

  it.each([
    ["R1", "another unit", turnOf({ tokenCounter: "o200k_base" })],
    ["R2", "more than the budget", turnOf({}, { advertised: { ...advertised, transcriptTokenBudget: 436 } })],
    ["R2", "half a token", turnOf({ tokenCount: 437.5 }, { count: undefined })],
    ["R3", "an event listed twice", turnOf({ eventIds: ["worker-2", "worker-2", "worker-3", "worker-4"] })],
    ["R4", "no entries for chars", without(noEntries)],
    ["R4", "a sum that is not the count", turnOf({ tokenCount: 436 })],
    ["P-recount", "tokens that are not the count", turnOf({ tokenCounter: "cl100k_base", tokenCount: 436 })],
    ["R5", "an id that is not in the log", turnOf({ eventIds: ["worker-2", "worker-3", "worker-9"] })],
    [
      "R6",
      "a range without its event",
      turnOf({ summarizedRanges: [{ summaryRef: "art-2", replacedTurns: ["worker-1"] }] }),
    ],
    [
      "P-range",
      "a range other than its event's",
      turnOf({ summarizedRanges: [{ summaryRef: "art-1", replacedTurns: ["started"] }] }),
    ],
    [
      "R7",
      "an entry that is not in the log",
      turnOf({ entries: [first, ...tail, { eventId: "other", rendered: "" }] }),
    ],
    ["R8", "a summary that no range lists", turnOf({ summarizedRanges: [] })],
    ["R9", "entries that are not the ids", turnOf({ entries: [first, ...tail.slice(1)] })],
    ["P-unfed", "a range that was not fed", turnOf({ tokenCount: 417, entries: tail })],
    [
      "R10",
      "events out of order",
      turnOf({ eventIds: ["worker-3", "worker-2", "worker-4"], entries: [first, entryOf(3), entryOf(2), entryOf(4)] }),
    ],
    ["R11", "an event of the turn after", turnOf({ eventIds: ["worker-5"], entries: [first, entryOf(5)] })],
    [
      "R12",
      "a hole in the tail",
      turnOf({ eventIds: ["worker-2", "worker-4"], entries: [first, entryOf(2), entryOf(4)] }),
    ],
    ["P-blank", "an entry that renders nothing", turnOf({ entries: [{ ...first, rendered: " \n" }, ...tail] })],
    ["P-window", "more entries than the window", turnOf({}, { advertised: { ...advertised, transcriptWindow: 3 } })],
    [
      "P-uncovered",
      "an answer that no summary stands in for",
      turnOf({ eventIds: ["worker-3", "worker-4"], entries: [first, entryOf(3), entryOf(4)] }),
    ],
    ["P-kept", "fewer verbatim answers than promised", turnOf({}, { advertised: { ...advertised, keepLastTurns: 4 } })],
  ] as const)("%s: tells %s", (rule, _what, turn) => {
    expect(rulesOf(turn)).toContain(rule);
  });

  it("lets the last event of the same type at another node pass", () => {
    const log = [
      ...logOf(4),
      { eventId: "other", sequence: 9, type: "node.completed", nodeId: "supervisor", payload: {} },
    ];
    const window = { tokenCount: 417, eventIds: ["worker-2", "worker-3", "worker-4"], summarizedRanges: [] };
    const turn = turnOf(
      { ...window, entries: [entryOf(2), entryOf(3), entryOf(4)] },
      { log, advertised: { ...advertised, summarizes: false } },
    );
    expect(rulesOf(turn)).toEqual([]);
  });
});
