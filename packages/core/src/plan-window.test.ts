import { describe, expect, it } from "vitest";
import { type PlannedTurn, planWindow, type WindowBounds, type WindowPlan, type WindowPolicy } from "./plan-window.ts";

function turn(kind: PlannedTurn["kind"], tokens: number, rest: Partial<PlannedTurn> = {}): PlannedTurn {
  return { kind, tokens, transcript: { entries: 2, tokens }, protected: false, kept: false, clippable: [], ...rest };
}
const older = (tokens: number, clippable: readonly number[] = []): PlannedTurn =>
  turn("assistant", tokens, { clippable });
const kept = (tokens: number, clippable: readonly number[] = []): PlannedTurn =>
  turn("assistant", tokens, { clippable, kept: true });
const outside = { entries: 0, tokens: 0 };
const system = turn("system", 50, { protected: true, transcript: outside });
const task = (tokens: number): PlannedTurn => turn("human", tokens, { protected: true, transcript: outside });

/** A window with its headroom line at 400 and low water at 600. */
function planned(
  turns: readonly PlannedTurn[],
  freeTokens: number,
  {
    transcript,
    ...rest
  }: Partial<WindowPolicy> & { readonly transcript?: NonNullable<WindowBounds["transcript"]> } = {},
): WindowPlan {
  const bounds = { freeTokens, headroomTokens: 400, lowWaterTokens: 600 };
  return planWindow(turns, transcript === undefined ? bounds : { ...bounds, transcript }, {
    compaction: "auto",
    requested: false,
    recorded: [],
    clipKept: true,
    minimumClipTokens: 50,
    ...rest,
  });
}

const summary = { reserveTokens: 100, reserveTranscriptTokens: 100 };
const ten = Array.from({ length: 10 }, () => older(100));

describe("planWindow at its lines", () => {
  it.each([
    { freeTokens: 401, plan: { kind: "hold", cause: "headroom" } },
    { freeTokens: 400, plan: { kind: "hold", cause: "headroom" } },
    { freeTokens: 399, plan: { kind: "summarize", trigger: "headroom" } },
    { freeTokens: 0, plan: { kind: "summarize", trigger: "headroom" } },
    { freeTokens: -1, plan: { kind: "summarize", trigger: "limit" } },
  ])("at $freeTokens free tokens plans $plan.kind", ({ freeTokens, plan }) => {
    expect(planned([task(10), ...ten, kept(5)], freeTokens, { summary })).toMatchObject(plan);
  });

  it.each([
    { used: { tokens: 800, entries: 16 }, plan: { kind: "hold", cause: "headroom" } },
    { used: { tokens: 801, entries: 16 }, plan: { kind: "summarize", trigger: "transcript-bound" } },
    { used: { tokens: 800, entries: 17 }, plan: { kind: "summarize", trigger: "transcript-bound" } },
  ])("with a transcript of $used.tokens of 800 tokens and $used.entries of 16 entries plans $plan.kind", (row) => {
    const transcript = { ...row.used, tokenBudget: 800, entryBudget: 16 };
    expect(planned([task(10), ...ten, kept(5)], 5_000, { summary, transcript })).toMatchObject(row.plan);
  });

  it("holds at the headroom line for a manual request too, and says so", () => {
    const plan = planned([...ten], 400, { summary, compaction: "manual", requested: true });
    expect(plan).toMatchObject({ kind: "hold", cause: "headroom", manualRequest: true });
    expect(plan.reason).toBe(
      "400 tokens are free, at or above the headroom line of 400: hold for the manual request too.",
    );
  });

  it("does not let a manual request trigger a bound that is met", () => {
    const transcript = { tokens: 800, entries: 16, tokenBudget: 800 };
    expect(planned(ten, 400, { summary, requested: true, transcript })).toMatchObject({ kind: "hold" });
  });

  it("compacts for a manual request below the line", () => {
    expect(planned(ten, 399, { summary, compaction: "manual", requested: true })).toMatchObject({
      kind: "summarize",
      trigger: "manual",
    });
  });
});

describe("planWindow where compaction is not allowed", () => {
  it.each([
    { compaction: "off", requested: true, cause: "off" },
    { compaction: "manual", requested: false, cause: "not-requested" },
  ] as const)("holds below the line and refuses over a bound with compaction $compaction", (row) => {
    const { cause, ...policy } = row;
    expect(planned(ten, 0, { ...policy, summary })).toMatchObject({ kind: "hold", cause });
    const transcript = { tokens: 900, entries: 20, tokenBudget: 800, entryBudget: 18 };
    expect(planned(ten, -7, { ...policy, summary, transcript })).toMatchObject({
      kind: "refuse",
      cause,
      shortBy: 7,
      transcriptOver: { tokens: 100, entries: 2 },
      replaceableTokens: 1_000,
    });
  });

  it("says in a refusal what is over and what to do", () => {
    expect(planned(ten, -7, { compaction: "manual" }).reason).toBe(
      'the request is 7 tokens over its window: refuse; compaction waits for a manual request and leaves the 1,000 tokens of older turns in: make one, or set compaction to "auto".',
    );
  });
});

describe("planWindow with a summarizer", () => {
  it("summarizes the fewest oldest turns that lead to low water, room for the summary included", () => {
    const plan = planned([system, task(10), ...ten, kept(5)], 350, { summary });
    expect(plan).toMatchObject({ kind: "summarize", turns: [2, 3, 4, 5], frees: { tokens: 300 }, freeTokens: 650 });
    expect(plan.reason).toBe(
      "350 tokens are free, below the headroom line of 400: summarize the 4 oldest turns, leaving about 650 tokens free.",
    );
  });

  it("summarizes everything it may where low water is out of reach", () => {
    expect(planned([older(100), older(100), kept(5)], 350, { summary })).toMatchObject({
      kind: "summarize",
      turns: [0, 1],
      freeTokens: 450,
    });
  });

  it("gains what the superseded summary weighed", () => {
    const standing = { tokens: 80, transcriptTokens: 80 };
    expect(planned(ten, 350, { summary: { ...summary, standing } })).toMatchObject({
      turns: [0, 1, 2],
      freeTokens: 630,
    });
  });

  it.each([
    ["system text and tools alone are below the line", [system, older(100), kept(5)], 300],
    ["older turns weigh no more than a summary", [older(60), older(40), kept(900)], 390],
    ["no turn may be replaced", [task(500), kept(900)], 390],
  ])("finds nothing to gain where %s", (_, turns, freeTokens) => {
    expect(planned(turns, freeTokens, { summary })).toMatchObject({ kind: "hold", cause: "nothing-to-gain" });
  });

  it("finds nothing to gain without a summarizer where no summary would do", () => {
    expect(planned([older(99)], 300)).toMatchObject({ cause: "nothing-to-gain" });
    expect(planned([older(100)], 300)).toMatchObject({ cause: "no-summary" });
  });

  it("neither clips nor evicts below the headroom line", () => {
    expect(planned([older(5_000, [4_900]), kept(5)], 0)).toMatchObject({ kind: "hold", cause: "no-summary" });
  });

  it("meets a transcript's bound down to three quarters, and replaces no more for a line that is not crossed", () => {
    const transcript = { tokens: 1_005, entries: 22, tokenBudget: 1_000 };
    expect(planned([...ten, kept(5)], 401, { summary, transcript })).toMatchObject({
      kind: "summarize",
      turns: [0, 1, 2, 3],
      freeTokens: 701,
    });
    expect(
      planned([...ten, kept(5)], 401, { summary, transcript: { ...transcript, tokenBudget: 1_004 } }),
    ).toMatchObject({ turns: [0, 1, 2, 3] });
  });

  it("counts a summary as one entry of the transcript", () => {
    const transcript = { tokens: 1_000, entries: 20, entryBudget: 12 };
    expect(planned(ten, 5_000, { summary, transcript })).toMatchObject({ turns: [0, 1, 2, 3, 4, 5] });
  });

  it("makes no summary that would itself break the transcript's bound", () => {
    const transcript = { tokens: 140, entries: 2, tokenBudget: 150 };
    const light = turn("assistant", 900, { transcript: { entries: 1, tokens: 10 } });
    expect(planned([light, kept(5)], 350, { summary, transcript })).toMatchObject({ cause: "nothing-to-gain" });
    expect(planned([light, kept(5)], -10, { summary, transcript })).toMatchObject({ kind: "evict" });
  });

  it("replaces no more for a crossed line that stays crossed whatever is replaced", () => {
    const transcript = { tokens: 1_000, entries: 20, entryBudget: 19 };
    const turns = [...ten.slice(0, 4), kept(500)];
    expect(planned(turns, 0, { summary, transcript })).toMatchObject({ trigger: "transcript-bound", turns: [0, 1, 2] });
    expect(planned(turns, -1, { summary, transcript })).toMatchObject({ trigger: "limit", turns: [0, 1, 2, 3] });
  });

  it("makes no summary of what is hardly longer than a summary must be", () => {
    const transcript = { tokens: 440, entries: 8, entryBudget: 6 };
    expect(planned([older(200), older(200), kept(5)], 5_000, { summary, transcript })).toMatchObject({
      kind: "summarize",
      frees: { tokens: 300 },
    });
    const short = { ...transcript, tokens: 40 };
    expect(planned([older(20), older(20), kept(5)], 5_000, { summary, transcript: short })).toMatchObject({
      kind: "evict",
    });
  });

  it("makes none where the request would be refused all the same", () => {
    const turns = [older(200), kept(900, [850])];
    expect(planned(turns, -300, { summary })).toMatchObject({ kind: "summarize" });
    expect(planned(turns, -300, { summary, clipKept: false })).toMatchObject({ kind: "evict" });
  });

  it("evicts rather than clip kept turns to make place for a summary", () => {
    expect(planned([older(140), kept(900, [850])], -90, { summary })).toMatchObject({
      kind: "evict",
      turns: [0],
      freeTokens: 50,
    });
  });

  it("works inside one long run of a single request", () => {
    const steps = Array.from({ length: 300 }, () => older(20));
    const plan = planned([system, task(10), ...steps, kept(20), kept(20), kept(20)], -10, { summary });
    expect(plan).toMatchObject({ kind: "summarize", freeTokens: 610 });
    expect("turns" in plan && plan.turns).toEqual(Array.from({ length: 36 }, (_, index) => index + 2));
  });
});

describe("planWindow with recorded summaries", () => {
  const recorded = (turns: number, tokens: number): WindowPolicy["recorded"][number] => ({
    artifactId: `ctxsum_${turns}`,
    turns,
    tokens,
    transcriptTokens: tokens,
  });

  it("reuses the one of the fewest turns that leads above the line, by what it really weighs", () => {
    const policy = { summary, recorded: [recorded(8, 90), recorded(1, 60), recorded(2, 100), recorded(3, 101)] };
    expect(planned(ten, 300, policy)).toMatchObject({
      kind: "reuse",
      artifactId: "ctxsum_2",
      turns: [0, 1],
      freeTokens: 400,
    });
  });

  it("makes a new one where none leads above the line", () => {
    expect(planned(ten, 300, { summary, recorded: [recorded(1, 60)] })).toMatchObject({ kind: "summarize" });
  });

  it("reuses over the limit the one with the most room within it where none leads above the line", () => {
    const policy = { summary, recorded: [recorded(2, 60), recorded(4, 250), recorded(5, 250)] };
    expect(planned(ten, -100, policy)).toMatchObject({ kind: "reuse", artifactId: "ctxsum_5", freeTokens: 150 });
    expect(planned(ten, -400, policy)).toMatchObject({ kind: "summarize" });
  });

  it("ignores one of more turns than may be replaced", () => {
    expect(planned(ten, 300, { recorded: [recorded(11, 10)] })).toMatchObject({ kind: "hold", cause: "no-summary" });
  });

  it("needs no summarizer for it", () => {
    expect(planned(ten, 300, { recorded: [recorded(5, 10)] })).toMatchObject({ kind: "reuse" });
  });
});

describe("planWindow over a bound without a summary", () => {
  it("clips older texts first, with one cap as high as makes the room", () => {
    const turns = [older(1_000, [900, 300]), older(600, [500]), older(50, [50]), kept(900, [900])];
    const plan = planned(turns, -200);
    expect(plan).toMatchObject({ kind: "clip", scope: "older", turns: [0, 1], capTokens: 400, frees: { tokens: 600 } });
    expect(plan.reason).toBe(
      "the request is 200 tokens over its window: clip texts of 2 older turns to 400 tokens each, leaving about 400 tokens free.",
    );
  });

  it("clips to the minimum where that is not enough, then evicts down to the headroom line", () => {
    const turns = [older(300, [300]), older(300, [300]), ...ten, kept(5)];
    expect(planned(turns, -600)).toMatchObject({ kind: "clip", turns: [0, 1], capTokens: 50, freeTokens: -100 });
    expect(planned([older(50, [50]), older(50, [50]), ...ten, kept(5)], -100)).toMatchObject({
      kind: "evict",
      turns: [0, 1, 2, 3, 4, 5],
      freeTokens: 400,
    });
  });

  it("stops at half of the room that can be made when the headroom line is out of reach", () => {
    expect(planned([task(1), ...ten.slice(0, 4), kept(1)], -100)).toMatchObject({
      kind: "evict",
      turns: [1, 2, 3],
      freeTokens: 200,
    });
  });

  it("takes the answers of an exchange before the human message that opened it", () => {
    const turns = [turn("human", 10), older(100), older(100), task(10), kept(1)];
    expect(planned(turns, -60)).toMatchObject({ turns: [1, 2] });
    expect(planned(turns, -205)).toMatchObject({ turns: [0, 1, 2] });
  });

  it("takes the human message of an exchange with turns that stay last of all", () => {
    const turns = [turn("human", 500), kept(5), turn("human", 10), older(100), task(5)];
    expect(planned(turns, -105)).toMatchObject({ turns: [0, 2, 3] });
    expect(planned(turns, -100, { transcript: { tokens: 0, entries: 7, entryBudget: 5 } })).toMatchObject({
      turns: [0, 2, 3],
    });
  });

  it("takes entries out, and clips nothing, where entries are over", () => {
    const transcript = { tokens: 1_900, entries: 6, tokenBudget: 10_000, entryBudget: 4 };
    expect(planned([older(900, [900]), older(900), kept(100)], 5_000, { transcript })).toMatchObject({
      kind: "evict",
      trigger: "transcript-bound",
      turns: [0, 1],
    });
    expect(planned([older(900, [900]), older(900), kept(100)], -10, { transcript })).toMatchObject({ kind: "evict" });
  });

  it("clips kept texts last, once no older turn is left", () => {
    const turns = [task(10), kept(900, [850]), kept(5)];
    expect(planned([older(150, [150]), ...turns], -200)).toMatchObject({ kind: "evict", turns: [0] });
    expect(planned(turns, -100)).toMatchObject({
      kind: "clip",
      scope: "kept",
      turns: [1],
      capTokens: 400,
      freeTokens: 350,
    });
    expect(planned(turns, -100, { clipKept: false })).toMatchObject({ kind: "refuse", shortBy: 100 });
  });

  it("never clips what is protected", () => {
    expect(planned([turn("assistant", 900, { protected: true, kept: true, clippable: [850] })], -10)).toMatchObject({
      kind: "refuse",
      cause: "too-large",
      shortBy: 10,
    });
  });

  it("refuses an oversized first message by what it is over", () => {
    expect(planned([task(1_200)], -300)).toMatchObject({ kind: "refuse", shortBy: 300, replaceableTokens: 0 });
  });

  it("does not clip a text for less than a marker, nor the same text to the same cap again", () => {
    expect(planned([kept(90, [90])], -10)).toMatchObject({ kind: "refuse" });
    expect(planned([kept(91, [91])], -10)).toMatchObject({ kind: "clip", capTokens: 50 });
  });
});
