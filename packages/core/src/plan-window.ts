import { formatCount } from "./format-count.ts";
import { planClip } from "./plan-window/plan-clip.ts";
import { planEvict } from "./plan-window/plan-evict.ts";
import { holdReason } from "./plan-window/plan-reason.ts";
import { planRefuse } from "./plan-window/plan-refuse.ts";
import { planReuse, planSummarize } from "./plan-window/plan-summary.ts";
import { type Situation, situationOf, weightOf } from "./plan-window/situation.ts";
import type { PlannedTurn, WindowBounds, WindowPolicy } from "./plan-window/window-input.ts";
import type { WindowPlan } from "./plan-window/window-plan.ts";

export type { PlannedTurn, RecordedSummary, WindowBounds, WindowPolicy } from "./plan-window/window-input.ts";
export type { PlanTrigger, WindowPlan } from "./plan-window/window-plan.ts";

/**
 * The next step of the ladder (DESIGN, "Keeping the line"). One step at a time: the caller takes it, compiles the
 * request again and asks anew, until the plan holds or refuses. Every step takes turns out or shortens texts, so that
 * comes after a few.
 *
 * Below the headroom line turns are only replaced by summaries, which loses nothing. Over a hard bound, the window or
 * a bound of the transcript, what summaries cannot do is done by clipping and eviction, older turns first.
 */
export function planWindow(turns: readonly PlannedTurn[], bounds: WindowBounds, policy: WindowPolicy): WindowPlan {
  const situation = situationOf(turns, bounds, policy);
  if (situation === undefined) return hold("headroom", { bounds, policy });
  const isOver = situation.over.length > 0;
  const forbidden = forbiddenBy(policy);
  if (forbidden !== undefined) {
    return isOver
      ? planRefuse(situation, forbidden.cause)
      : hold(forbidden.cause, { bounds, policy, why: forbidden.why });
  }
  const replaced = planReuse(situation) ?? planSummarize(situation);
  return replaced ?? (isOver ? planWithoutSummary(situation) : holdBelowHeadroom(situation));
}

function planWithoutSummary(situation: Situation): WindowPlan {
  return (
    planClip(situation, "older") ??
    planEvict(situation) ??
    (situation.policy.clipKept ? planClip(situation, "kept") : undefined) ??
    planRefuse(situation, "too-large")
  );
}

function forbiddenBy({
  compaction,
  requested,
}: WindowPolicy): { readonly cause: "off" | "not-requested"; readonly why: string } | undefined {
  if (compaction === "off") return { cause: "off", why: "compaction is off" };
  if (compaction === "auto" || requested) return undefined;
  return { cause: "not-requested", why: "compaction waits for a manual request" };
}

/** Without a summarizer there is still nothing to gain where no summary, however short, would lead above the line. */
function holdBelowHeadroom({ turns, bounds, policy, replaceable }: Situation): WindowPlan {
  const { tokens } = weightOf({ turns }, replaceable);
  if (policy.summary === undefined && bounds.freeTokens + tokens >= bounds.headroomTokens)
    return hold("no-summary", { bounds, policy, why: "no summary can be made for this request" });
  if (replaceable.length === 0)
    return hold("nothing-to-gain", { bounds, policy, why: "nothing to gain, as no older turn may be replaced" });
  const reserve = policy.summary?.reserveTokens ?? 0;
  const why = `nothing to gain, as a summary of up to ${formatCount(reserve)} tokens for the ${formatCount(tokens)} tokens of older turns would not lead above it`;
  return hold("nothing-to-gain", { bounds, policy, why });
}

type Hold = Extract<WindowPlan, { kind: "hold" }>;

interface Held {
  readonly bounds: WindowBounds;
  readonly policy: WindowPolicy;
  /** Why it holds although a line is crossed. */
  readonly why?: string;
}

function hold(cause: Hold["cause"], { bounds, policy, why }: Held): Hold {
  const { freeTokens } = bounds;
  return { kind: "hold", cause, manualRequest: policy.requested, freeTokens, reason: holdReason(bounds, policy, why) };
}
