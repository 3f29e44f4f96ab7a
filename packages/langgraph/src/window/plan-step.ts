import { planWindow, type WindowBounds, type WindowPlan, type WindowPolicy } from "@plimsoll/core";
import { summaryUnavailable } from "../pins/summary-unavailable.ts";
import { type DueSummary, dueSummary, isChain, isRecorded } from "../replay/due-summary.ts";
import type { LineInput } from "./line-input.ts";
import { planTurns, type WeighedWindow } from "./plan-turns.ts";
import { recordedCovers } from "./recorded-covers.ts";
import { summaryTokens } from "./transcript-count.ts";
import { transcriptLoad } from "./transcript-load.ts";

/** A plan, and where the turns it names stand in the transcript. */
export interface PlannedStep {
  readonly plan: WindowPlan;
  readonly indexes: readonly number[];
  /** The summary a replay takes here; the plan's turns are those it takes out. */
  readonly due?: DueSummary;
}

/** Steps that may still be tried for this request. */
export interface Allowed {
  readonly summarize: boolean;
  readonly reuse: boolean;
  readonly clip: boolean;
}

interface StepState {
  readonly may: Allowed;
  /** Tokens that must be freed although the ledger says they are. */
  readonly owed: number;
}

/** Asks for the next step; looks for recorded summaries only where a line is crossed. */
export async function planStep(input: LineInput, weighed: WeighedWindow, state: StepState): Promise<PlannedStep> {
  const { replay } = input.run;
  if (replay === undefined) return planFreely(input, weighed, state);
  const isTold = isChain(input.run, replay);
  const due = isTold && state.may.reuse ? dueSummary(input, weighed, replay) : undefined;
  if (due !== undefined) return replayedStep(input, weighed, { due, owed: state.owed });
  // Where the source is known to have gone on without a summary, so does the replay, whatever its line says.
  const isFree = !(isTold && isRecorded(input.run, replay));
  const may = { ...state.may, reuse: state.may.reuse && isFree, summarize: state.may.summarize && isFree };
  const planned = await planFreely(input, weighed, { ...state, may });
  const { plan, indexes } = planned;
  const record = plan.kind === "reuse" ? replay.byName.get(plan.artifactId) : undefined;
  if (plan.kind === "reuse" && record !== undefined) {
    const leaving = plan.turns.map((turn) => indexes[turn] ?? -1);
    return { ...planned, due: { record, covers: new Set([...weighed.window.out, ...leaving]) } };
  }
  if (plan.kind !== "summarize" && plan.kind !== "reuse") return planned;
  const why = `would be needed at model call ${input.run.iteration}, and the replayed run has recorded none`;
  throw summaryUnavailable({ summaryRef: "(none)", why, fromSeq: replay.fromSeq });
}

/** The step the source took: its record says what is replaced, whatever would be decided now. */
function replayedStep(
  input: LineInput,
  weighed: WeighedWindow,
  { due, owed }: { readonly due: DueSummary; readonly owed: number },
): PlannedStep {
  const bounds = boundsOf(input, weighed, owed);
  const { record, covers } = due;
  const indexes = [...covers].filter((turn) => !weighed.window.out.has(turn));
  const trigger =
    bounds.freeTokens < 0 ? "limit" : isOverTranscript(bounds.transcript) ? "transcript-bound" : "headroom";
  const plan: WindowPlan = {
    kind: "reuse",
    artifactId: record.artifactId,
    trigger,
    turns: [...indexes.keys()],
    frees: { tokens: 0, transcript: { entries: 0, tokens: 0 } },
    freeTokens: bounds.freeTokens,
    reason: `the replayed run took its summary ${record.ordinal} at model call ${record.iteration}`,
  };
  return { plan, indexes, due };
}

async function planFreely(input: LineInput, weighed: WeighedWindow, { may, owed }: StepState): Promise<PlannedStep> {
  const bounds = boundsOf(input, weighed, owed);
  const policy = policyOf(input, weighed, may.summarize && (isOver(bounds) || input.requested || !input.run.isResting));
  // Most requests are above their lines and hold whatever their turns weigh.
  if (isClear(bounds)) return { plan: planWindow([], bounds, policy), indexes: [] };
  const { turns, indexes } = planTurns(weighed, {
    keepLastTurns: input.policy.keepLastTurns,
    counter: input.counter,
    transcriptCounter: input.policy.transcript?.counter,
    mayClip: may.clip && isOver(bounds) && input.policy.transcript === undefined,
  });
  const plan = planWindow(turns, bounds, policy);
  if (!may.reuse || isForbidden(plan)) return { plan, indexes };
  const replaceable = turns.flatMap((turn, place) => (turn.protected || turn.kept ? [] : [indexes[place] ?? -1]));
  const recorded = await recordedCovers(input, weighed, replaceable);
  return { plan: recorded.length === 0 ? plan : planWindow(turns, bounds, { ...policy, recorded }), indexes };
}

/** Whether a recorded summary would not change the plan: it says that nothing may be replaced. */
function isForbidden({ kind, cause }: WindowPlan & { readonly cause?: string }): boolean {
  return kind !== "summarize" && (cause === "off" || cause === "not-requested");
}

function boundsOf({ policy }: LineInput, weighed: WeighedWindow, owed: number): WindowBounds {
  const { freeTokens, modelContextTokens, decision } = weighed.budget;
  const transcript = transcriptLoad(weighed.window, weighed.entries, policy.transcript);
  return {
    freeTokens: freeTokens - owed,
    headroomTokens: decision.headroomTokens,
    lowWaterTokens: Math.max(decision.headroomTokens, Math.ceil(modelContextTokens * policy.lowWater)),
    ...(transcript === undefined ? {} : { transcript }),
  };
}

function policyOf(
  { policy, counter, requested }: LineInput,
  { window }: WeighedWindow,
  maySummarize: boolean,
): WindowPolicy {
  const { summary, transcript } = policy;
  const weigh = (text: string, artifactId = longestName) => ({
    tokens: summaryTokens(artifactId, text, counter),
    transcriptTokens: summaryTokens(artifactId, text, transcript?.counter ?? counter),
  });
  const wrapping = weigh("");
  const standing = window.summary?.record;
  return {
    compaction: policy.compaction,
    requested,
    ...(summary === undefined || !maySummarize
      ? {}
      : {
          summary: {
            reserveTokens: summary.maxTokens + wrapping.tokens,
            reserveTranscriptTokens: summary.maxTokens + wrapping.transcriptTokens,
            ...(standing === undefined ? {} : { standing: weigh(standing.text, standing.artifactId) }),
          },
        }),
    recorded: [],
    clipKept: policy.clipKeptTurns && transcript === undefined,
    minimumClipTokens,
  };
}

/** As long as every name is. */
const longestName = `ctxsum_${"0".repeat(24)}`;

/** A text is not clipped below this: head and tail of a result still say what it was. */
const minimumClipTokens = 256;

function isClear(bounds: WindowBounds): boolean {
  return bounds.freeTokens >= bounds.headroomTokens && !isOverTranscript(bounds.transcript);
}

/** Over the window or over a bound of the transcript: something must be done. */
function isOver({ freeTokens, transcript }: WindowBounds): boolean {
  return freeTokens < 0 || isOverTranscript(transcript);
}

function isOverTranscript(load: WindowBounds["transcript"]): boolean {
  if (load === undefined) return false;
  return (
    (load.tokenBudget !== undefined && load.tokens > load.tokenBudget) ||
    (load.entryBudget !== undefined && load.entries > load.entryBudget)
  );
}
