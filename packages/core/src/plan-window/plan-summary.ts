import { clipSavings } from "./plan-clip.ts";
import { stepReason } from "./plan-reason.ts";
import { reaches, type Situation, weightOf } from "./situation.ts";
import type { RecordedSummary } from "./window-input.ts";
import { weightOn, type WindowLine } from "./window-line.ts";
import type { WindowPlan } from "./window-plan.ts";
import { netWeight, totalWeight, type WindowWeight } from "./window-weight.ts";

type Summary = NonNullable<Situation["policy"]["summary"]>;
type SummaryTokens = Pick<RecordedSummary, "tokens" | "transcriptTokens">;

/**
 * The recorded summary of the fewest turns that leaves no line crossed; over a hard bound else the one with the most
 * room within all of them.
 */
export function planReuse(situation: Situation): WindowPlan | undefined {
  const { policy, lines, over } = situation;
  const taken = takenByCount(situation);
  const found = [...policy.recorded]
    .sort((left, right) => left.turns - right.turns)
    .flatMap((recorded) => {
      const weight = taken[recorded.turns - 1];
      return weight === undefined ? [] : [{ recorded, frees: netWeight(weight, messageWeight(recorded)) }];
    });
  const within = over.length === 0 ? [] : found.filter(({ frees }) => reaches(lines, frees, () => 0));
  const best =
    found.find(({ frees }) => reaches(lines, frees, ({ threshold }) => threshold)) ??
    within.sort((left, right) => right.frees.tokens - left.frees.tokens)[0];
  if (best === undefined) return undefined;
  const { artifactId, turns } = best.recorded;
  return { kind: "reuse", artifactId, ...summaryStep(situation, "reuse", { count: turns, frees: best.frees }) };
}

/**
 * The oldest turns, as few as make room down to low water on every crossed line, else all. Undefined where that is
 * not expected to lead anywhere: a summary must weigh less than what it replaces; below the headroom line it must
 * lead above it, over a hard bound it must leave a request that can be sent.
 */
export function planSummarize(situation: Situation): WindowPlan | undefined {
  const { policy, lines } = situation;
  if (policy.summary === undefined) return undefined;
  const { summary } = policy;
  const each = takenByCount(situation).map((taken) => netWeight(taken, reserveFor(taken, summary)));
  const most = each.at(-1);
  if (most === undefined) return undefined;
  const enough = each.findIndex((frees) => reaches(lines, frees, (line) => summaryTarget(line, most)));
  const frees = each[enough] ?? most;
  if (frees.tokens <= 0 || !leadsOn(situation, frees)) return undefined;
  const count = enough === -1 ? each.length : enough + 1;
  return { kind: "summarize", ...summaryStep(situation, "summarize", { count, frees }) };
}

/** A message shorter than this says nothing of what it stands for. */
const leastReserve = 128;

/** A summary is given its cap, or half of what it takes the place of where that is less. */
function reserveFor(taken: WindowWeight, { reserveTokens, reserveTranscriptTokens }: Summary): WindowWeight {
  return messageWeight({
    tokens: Math.min(reserveTokens, Math.max(leastReserve, Math.ceil(taken.tokens / 2))),
    transcriptTokens: Math.min(reserveTranscriptTokens, Math.max(leastReserve, Math.ceil(taken.transcript.tokens / 2))),
  });
}

/** What leaves with the first turn that may be replaced, with the first two, and so on; each time with the standing summary. */
function takenByCount({ turns, policy, replaceable }: Situation): readonly WindowWeight[] {
  const standing = policy.summary?.standing;
  let taken = standing === undefined ? totalWeight([]) : messageWeight(standing);
  return replaceable.map((index) => (taken = totalWeight([taken, weightOf({ turns }, [index])])));
}

/** Low water where the line is crossed; not where even everything would leave it crossed, unless its hard bound is broken. */
function summaryTarget(line: WindowLine, most: WindowWeight): number {
  if (line.room >= line.threshold) return line.threshold;
  const isOutOfReach = line.room + weightOn(line, most) < line.threshold;
  return isOutOfReach && line.room >= 0 ? 0 : line.lowWater;
}

function leadsOn(situation: Situation, frees: WindowWeight): boolean {
  const { lines, over, policy, replaceable } = situation;
  if (over.length === 0) return reaches(lines, frees, worthwhileRoom);
  if (reaches(lines, frees, () => 0)) return true;
  // Kept turns are clipped for a summary's sake only where they would have to be clipped without one.
  if (!policy.clipKept || reaches(lines, weightOf(situation, replaceable), () => 0)) return false;
  return reaches(lines, totalWeight([frees, clipSavings(situation, "kept")]), () => 0);
}

/** Where compaction is merely permitted it must lead well above a crossed line. */
function worthwhileRoom({ room, threshold, worthwhile }: WindowLine): number {
  return room >= threshold ? threshold : worthwhile;
}

function summaryStep(
  situation: Situation,
  kind: "reuse" | "summarize",
  { count, frees }: { readonly count: number; readonly frees: WindowWeight },
): Omit<Extract<WindowPlan, { kind: "summarize" }>, "kind"> {
  const turns = situation.replaceable.slice(0, count);
  const freeTokens = situation.bounds.freeTokens + frees.tokens;
  const reason = stepReason(situation, { kind, turns: turns.length, freeTokens });
  return { trigger: situation.trigger, turns, frees, freeTokens, reason };
}

/** A summary is one entry of the transcript. */
function messageWeight({ tokens, transcriptTokens }: SummaryTokens): WindowWeight {
  return { tokens, transcript: { entries: 1, tokens: transcriptTokens } };
}
