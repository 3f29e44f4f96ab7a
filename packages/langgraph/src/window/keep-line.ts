import type { WindowPlan } from "@plimsoll/core";
import { summaryUnavailable } from "../pins/summary-unavailable.ts";
import type { KeptLine, LineInput } from "./line-input.ts";
import type { LineStep } from "./line-step.ts";
import { openWindow, standingOf } from "./open-window.ts";
import { type Allowed, planStep } from "./plan-step.ts";
import type { WeighedWindow } from "./plan-turns.ts";
import { takeStep } from "./take-step.ts";
import { tellOfTooMany } from "./tell-of-summary.ts";
import { type TranscriptWindow, windowEntries } from "./window-entries.ts";

/**
 * Climbs down the ladder (DESIGN) until the request holds or is refused: applies the standing window, compiles, asks
 * `planWindow` for one step, takes it, and compiles again. A summary that fails is told of and leaves everything as
 * it was; the next plan is made without one. Nothing but the store is written.
 */
export async function keepLine(input: LineInput): Promise<KeptLine> {
  const { run, digest } = input;
  const standing = await openWindow(input.transcript, input.standing, { store: run.store, scope: run.scope, digest });
  requireStanding(input, standing);
  const steps: LineStep[] = [];
  let weighed = weigh(input, standing);
  // A history that is cut at its front loses its summary at every call: that is no reason to make one at every call.
  let hasFailedSummary = input.standing?.summary !== undefined && standing.summary === undefined;
  let may: Allowed = { summarize: run.left > 0, reuse: true, clip: true };
  const owed = input.mustFree === undefined ? 0 : weighed.budget.freeTokens + input.mustFree;
  for (;;) {
    const planned = await planStep(input, weighed, { may, owed });
    const { plan } = planned;
    await tellWhereTooMany(input, plan);
    if (plan.kind === "hold" || plan.kind === "refuse")
      return { ...weighed, standing: standingOf(weighed.window, weighed.entries), plan, steps, hasFailedSummary };
    const taken = await takeStep(input, weighed, planned);
    const next = taken === undefined ? undefined : weigh(input, taken.window);
    may = allowedAfter(may, plan.kind, next !== undefined && hasChanged(weighed, next));
    hasFailedSummary ||= taken === undefined;
    if (taken === undefined || next === undefined) continue;
    steps.push(taken.step);
    weighed = next;
  }
}

/** In a replay a summary that stands and cannot be read is no reason to decide anew. */
function requireStanding({ run, standing }: LineInput, { summary }: TranscriptWindow): void {
  const summaryRef = standing?.summary?.artifactId;
  if (run.replay === undefined || summaryRef === undefined || summary !== undefined) return;
  const { fromSeq } = run.replay;
  throw summaryUnavailable({ summaryRef, why: "stands where the replay goes on, and cannot be used there", fromSeq });
}

/** A run that has made as many summaries as it may goes on without; that is told where one would have been tried. */
async function tellWhereTooMany({ run, policy }: LineInput, plan: WindowPlan): Promise<void> {
  if (run.left > 0 || policy.summary === undefined) return;
  if (plan.kind === "hold" && plan.cause === "no-summary") return tellOfTooMany(run, "headroom");
  if (plan.kind === "clip" || plan.kind === "evict") return tellOfTooMany(run, plan.trigger);
}

/** One summary a request; and nothing is tried twice that changed nothing. */
function allowedAfter(may: Allowed, kind: LineStep["kind"], hasChangedSomething: boolean): Allowed {
  if (kind === "summarize" || kind === "reuse") return { ...may, summarize: false, reuse: false };
  return kind === "clip" && !hasChangedSomething ? { ...may, clip: false } : may;
}

function hasChanged(before: WeighedWindow, after: WeighedWindow): boolean {
  return (
    before.entries.length !== after.entries.length ||
    before.entries.some(({ message }, place) => message !== after.entries[place]?.message)
  );
}

function weigh(input: LineInput, window: TranscriptWindow): WeighedWindow {
  const entries = windowEntries(window, input.counter);
  return { window, entries, ...input.compile(entries.map(({ segment }) => segment)) };
}
