import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type PlannedTurn, planWindow, type WindowBounds, type WindowPlan, type WindowPolicy } from "../plan-window.ts";
import { linesOf, weightOn, type WindowLine } from "./window-line.ts";
import { totalWeight } from "./window-weight.ts";

/** A window of which everything is known, so that its bounds can be counted anew after every step. */
interface World {
  readonly turns: readonly PlannedTurn[];
  readonly contextWindow: number;
  readonly baseTokens: number;
  readonly bounds: Pick<NonNullable<WindowBounds["transcript"]>, "tokenBudget" | "entryBudget"> | undefined;
  readonly policy: WindowPolicy;
  /** What summaries really weigh. */
  readonly summaryTokens: number;
  /** By how many eighths of its cap a clipped text falls short of it. */
  readonly clipSlack: number;
}

const aTurn: fc.Arbitrary<PlannedTurn> = fc
  .record({
    kind: fc.constantFrom<PlannedTurn["kind"]>("human", "assistant", "assistant", "orphan"),
    texts: fc.array(fc.nat(400), { maxLength: 3 }),
    rest: fc.nat(60),
    entries: fc.integer({ min: 1, max: 3 }),
    role: fc.constantFrom("older", "older", "older", "protected", "kept"),
  })
  .map(({ kind, texts, rest, entries, role }) => {
    const tokens = rest + texts.reduce((sum, text) => sum + text, 0);
    const transcript = { entries, tokens };
    return { kind, tokens, transcript, protected: role === "protected", kept: role === "kept", clippable: texts };
  });

const aWorld: fc.Arbitrary<World> = fc
  .record({
    turns: fc.array(aTurn, { minLength: 1, maxLength: 25 }),
    contextWindow: fc.integer({ min: 500, max: 8_000 }),
    baseTokens: fc.nat(1_500),
    bounds: fc.option(
      fc.record(
        { tokenBudget: fc.integer({ min: 1, max: 6_000 }), entryBudget: fc.integer({ min: 1, max: 60 }) },
        { requiredKeys: [] },
      ),
      { nil: undefined },
    ),
    compaction: fc.constantFrom<WindowPolicy["compaction"]>("auto", "auto", "auto", "manual", "off"),
    requested: fc.boolean(),
    reserve: fc.option(fc.integer({ min: 1, max: 300 }), { nil: undefined }),
    standing: fc.option(fc.integer({ min: 1, max: 400 }), { nil: undefined }),
    recorded: fc.array(
      fc.record({ turns: fc.integer({ min: 1, max: 25 }), tokens: fc.integer({ min: 1, max: 400 }) }),
      { maxLength: 3 },
    ),
    clipKept: fc.boolean(),
    minimumClipTokens: fc.nat(150),
    share: fc.integer({ min: 1, max: 4 }),
    clipSlack: fc.constantFrom(0, 1),
  })
  .map(({ reserve, standing, recorded, share, compaction, requested, clipKept, minimumClipTokens, ...world }) => ({
    ...world,
    summaryTokens: Math.ceil(((reserve ?? 0) * share) / 4),
    policy: {
      compaction,
      requested,
      clipKept,
      minimumClipTokens,
      recorded: recorded.map(({ turns, tokens }, index) => ({
        artifactId: `ctxsum_${index}`,
        turns,
        tokens,
        transcriptTokens: tokens,
      })),
      ...(reserve === undefined
        ? {}
        : {
            summary: {
              reserveTokens: reserve,
              reserveTranscriptTokens: reserve,
              ...(standing === undefined ? {} : { standing: { tokens: standing, transcriptTokens: standing } }),
            },
          }),
    },
  }));

function boundsOf({ turns, contextWindow, baseTokens, bounds, policy }: World): WindowBounds {
  const standing = policy.summary?.standing;
  const all = totalWeight(turns);
  const window = {
    freeTokens: contextWindow - baseTokens - all.tokens - (standing?.tokens ?? 0),
    headroomTokens: Math.ceil(contextWindow * 0.4),
    lowWaterTokens: Math.ceil(contextWindow * 0.6),
  };
  if (bounds === undefined) return window;
  const tokens = all.transcript.tokens + (standing?.transcriptTokens ?? 0);
  const entries = all.transcript.entries + (standing === undefined ? 0 : 1);
  return { ...window, transcript: { ...bounds, tokens, entries } };
}

function plan(world: World): WindowPlan {
  return planWindow(world.turns, boundsOf(world), world.policy);
}

type Step = Exclude<WindowPlan, { kind: "hold" | "refuse" }>;

/** A summary is no longer than half of what it replaces, but may always be 128 long. */
function atMostHalf(tokens: number, taken: number): number {
  return Math.min(tokens, Math.max(128, Math.ceil(taken / 2)));
}

function take(world: World, step: Step): World {
  if (step.kind === "clip") {
    const clipped = new Set(step.turns);
    const turns = world.turns.map((turn, index) =>
      clipped.has(index) ? clip(turn, step.capTokens, world.clipSlack) : turn,
    );
    return { ...world, turns };
  }
  const leaving = new Set(step.turns);
  const left = world.turns.filter((_, index) => !leaving.has(index));
  if (step.kind === "evict") return { ...world, turns: left, policy: { ...world.policy, recorded: [] } };
  const recorded = world.policy.recorded
    .filter(({ turns }) => turns > step.turns.length)
    .map((each) => ({ ...each, turns: each.turns - step.turns.length }));
  const reused = world.policy.recorded.find(
    ({ artifactId }) => step.kind === "reuse" && artifactId === step.artifactId,
  );
  const taken = totalWeight(world.turns.filter((_, index) => leaving.has(index)));
  const superseded = world.policy.summary?.standing;
  const made = {
    tokens: atMostHalf(world.summaryTokens, taken.tokens + (superseded?.tokens ?? 0)),
    transcriptTokens: atMostHalf(world.summaryTokens, taken.transcript.tokens + (superseded?.transcriptTokens ?? 0)),
  };
  const { tokens, transcriptTokens } = reused ?? made;
  const { reserveTokens, reserveTranscriptTokens } = world.policy.summary ?? {
    reserveTokens: 1,
    reserveTranscriptTokens: 1,
  };
  const summary = { reserveTokens, reserveTranscriptTokens, standing: { tokens, transcriptTokens } };
  return { ...world, turns: left, policy: { ...world.policy, recorded, summary } };
}

function clip(turn: PlannedTurn, capTokens: number, slack: number): PlannedTurn {
  const clipped = capTokens - Math.floor((capTokens * slack) / 8);
  const clippable = turn.clippable.map((tokens) => (tokens > capTokens ? clipped : tokens));
  const saved = turn.clippable.reduce((sum, tokens, index) => sum + tokens - (clippable[index] ?? 0), 0);
  const transcript = { ...turn.transcript, tokens: turn.transcript.tokens - saved };
  return { ...turn, clippable, tokens: turn.tokens - saved, transcript };
}

/** Plans and takes steps until a plan holds or refuses. */
function climb(start: World): { readonly world: World; readonly last: WindowPlan; readonly steps: readonly Step[] } {
  const steps: Step[] = [];
  let world = start;
  for (;;) {
    const last = plan(world);
    if (last.kind === "hold" || last.kind === "refuse" || steps.length > 20) return { world, last, steps };
    steps.push(last);
    world = take(world, last);
  }
}

const replaceable = ({ turns }: World): readonly number[] =>
  [...turns.keys()].filter((index) => turns[index]?.protected === false && !turns[index].kept);

describe("the ladder", () => {
  it("ends within three steps in a request that holds within its bounds or is refused over them", () => {
    fc.assert(
      fc.property(aWorld, (start) => {
        const { world, last, steps } = climb(start);
        expect(["hold", "refuse"]).toContain(last.kind);
        expect(steps.length).toBeLessThanOrEqual(3);
        const isOver = linesOf(boundsOf(world)).some(({ room }) => room < 0);
        expect(isOver).toBe(last.kind === "refuse");
      }),
      { numRuns: 2_000 },
    );
  });

  it("refuses only when nothing is left that may go or be clipped", () => {
    fc.assert(
      fc.property(aWorld, (start) => {
        const { world, last } = climb(start);
        if (last.kind !== "refuse" || last.cause !== "too-large") return;
        const over = linesOf(boundsOf(world)).filter(({ room }) => room < 0);
        expect(replaceable(world)).toEqual([]);
        const { clipKept, minimumClipTokens } = world.policy;
        if (!clipKept || over.some(({ kind }) => kind === "transcript-entries")) return;
        const texts = world.turns.flatMap((turn) => (turn.kept && !turn.protected ? turn.clippable : []));
        expect(Math.max(0, ...texts)).toBeLessThanOrEqual(minimumClipTokens + 40);
      }),
      { numRuns: 2_000 },
    );
  });

  it("never takes out a protected or kept turn, never clips a protected one, and a kept one only when no older is left to go", () => {
    fc.assert(
      fc.property(aWorld, (world) => {
        const step = plan(world);
        if (step.kind === "hold" || step.kind === "refuse") return;
        const turns = step.turns.map((index) => world.turns[index]);
        expect(turns.length).toBeGreaterThan(0);
        expect(turns.some((turn) => turn === undefined || turn.protected)).toBe(false);
        expect(turns.some((turn) => turn?.kept)).toBe(step.kind === "clip" && step.scope === "kept");
        expect([...new Set(step.turns)].sort((left, right) => left - right)).toEqual(step.turns);
        if (step.kind === "summarize" || step.kind === "reuse")
          expect(step.turns).toEqual(replaceable(world).slice(0, step.turns.length));
      }),
      { numRuns: 1_000 },
    );
  });

  it("frees what it says where summaries and clipped texts are as long as they may be", () => {
    fc.assert(
      fc.property(aWorld, (world) => {
        const step = plan(world);
        if (step.kind === "hold" || step.kind === "refuse") return;
        const before = linesOf(boundsOf(world));
        const summaryTokens = world.policy.summary?.reserveTokens ?? 0;
        const after = linesOf(boundsOf(take({ ...world, summaryTokens, clipSlack: 0 }, step)));
        expect(step.freeTokens).toBe(after[0]?.room);
        for (const [index, line] of before.entries()) {
          const gain = (after[index]?.room ?? 0) - line.room;
          // The share of a text in the transcript is reckoned in proportion, and rounded down turn by turn.
          const rounding = step.kind === "clip" && line.kind === "transcript-tokens" ? step.turns.length : 0;
          expect(gain - weightOn(line, step.frees)).toBeGreaterThanOrEqual(0);
          expect(gain - weightOn(line, step.frees)).toBeLessThanOrEqual(rounding);
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it("summarizes down to low water on every crossed line that can be cleared, no turn more, or everything", () => {
    fc.assert(
      fc.property(aWorld, (start) => {
        const world = { ...start, summaryTokens: start.policy.summary?.reserveTokens ?? 0 };
        const step = plan(world);
        if (step.kind !== "summarize" || step.turns.length === replaceable(world).length) return;
        const before = linesOf(boundsOf(world));
        const linesWithout = (turns: readonly number[]): readonly WindowLine[] =>
          linesOf(boundsOf(take(world, { ...step, turns })));
        const most = linesWithout(replaceable(world));
        const needs = before.map(({ room, threshold, lowWater }, index) => {
          if (room >= threshold) return threshold;
          return room < 0 || (most[index]?.room ?? 0) >= threshold ? lowWater : 0;
        });
        const isEnough = (turns: readonly number[]): boolean =>
          linesWithout(turns).every(({ room }, index) => room >= (needs[index] ?? 0));
        expect(isEnough(step.turns)).toBe(true);
        expect(step.turns.length === 1 || !isEnough(step.turns.slice(0, -1))).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  it("leads above the headroom line or nowhere when nothing is over", () => {
    fc.assert(
      fc.property(aWorld, (world) => {
        const step = plan(world);
        if (step.kind === "hold" || step.kind === "refuse" || linesOf(boundsOf(world)).some(({ room }) => room < 0))
          return;
        expect(["summarize", "reuse"]).toContain(step.kind);
        expect(step.freeTokens).toBeGreaterThanOrEqual(boundsOf(world).headroomTokens);
      }),
      { numRuns: 1_000 },
    );
  });

  it("does nothing with compaction off, nor with manual compaction that nobody requested", () => {
    fc.assert(
      fc.property(aWorld, fc.boolean(), (world, isOff) => {
        const policy = { ...world.policy, compaction: isOff ? ("off" as const) : ("manual" as const) };
        const { kind } = plan({ ...world, policy: { ...policy, requested: isOff && policy.requested } });
        expect(["hold", "refuse"]).toContain(kind);
      }),
    );
  });

  it("takes out no more where more is free", () => {
    fc.assert(
      fc.property(aWorld, fc.nat(1_000), (bounded, more) => {
        const world = { ...bounded, bounds: undefined };
        const [tight, loose] = [plan(world), plan({ ...world, baseTokens: world.baseTokens - more })];
        if (tight.kind === "hold" && tight.cause === "headroom") expect(loose.kind).toBe("hold");
        if (tight.kind === loose.kind && (tight.kind === "summarize" || tight.kind === "evict") && "turns" in loose)
          expect(loose.turns.every((index) => tight.turns.includes(index))).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });
});
