import type { BaseMessage } from "@langchain/core/messages";
import { enclosingGraph } from "@plimsoll/core";
import { emitContextEvent, type Writer } from "../events/emit-context-event.ts";
import { foreignSummaries } from "../foreign-summary.ts";
import type { FramedMessages } from "../frames/apply-frames.ts";
import type { RepairedMessages } from "../repair-messages.ts";
import { errorName } from "../summaries/error-name.ts";
import type { KeptLine } from "../window/line-input.ts";
import type { LinePolicy } from "../window/line-policy.ts";
import { transcriptLoad } from "../window/transcript-load.ts";
import { actionOf } from "./budget-action.ts";
import { type BudgetReport, recordOf, type TranscriptReport } from "./budget-report.ts";
import type { BegunRun, BudgetRun } from "./budget-run.ts";

interface Reported {
  readonly run: BudgetRun;
  readonly begun: BegunRun;
  readonly mode: BudgetReport["mode"];
  readonly framed: FramedMessages;
  readonly repaired: RepairedMessages | undefined;
  /** As they came. */
  readonly messages: readonly BaseMessage[];
  readonly policy: LinePolicy;
}

/** What was decided and done about a request, in references and numbers. */
export function reportOf(
  kept: KeptLine,
  { run, begun, mode, framed, repaired, messages, policy }: Reported,
): BudgetReport {
  return {
    type: "context.budget",
    mode,
    iteration: begun.iteration,
    namespace: enclosingGraph(begun.namespace),
    action: actionOf(kept),
    plan: kept.plan,
    steps: kept.steps.map(({ leaving: _leaving, ...step }) => step),
    repairs: {
      answeredCalls: repaired?.answered ?? 0,
      movedResults: repaired?.moved ?? 0,
      omittedMessages: repaired?.omitted ?? 0,
    },
    supersededFrames: framed.superseded,
    transcript: transcriptReport(kept, policy),
    foreignSummaries: foreignSummaries(messages).length,
    recovery: run.recovery,
    budget: kept.budget,
  };
}

function transcriptReport({ window, entries }: KeptLine, { transcript }: LinePolicy): TranscriptReport | null {
  const load = transcriptLoad(window, entries, transcript);
  if (load === undefined || transcript === undefined) return null;
  return {
    counter: transcript.counter.id,
    tokens: load.tokens,
    entries: load.entries,
    tokenBudget: load.tokenBudget ?? null,
    entryBudget: load.entryBudget ?? null,
  };
}

/** Tells a report to the listener and to the streams. A listener that throws changes nothing and is told of on the streams. */
export async function tell(
  report: BudgetReport,
  writer: Writer,
  onBudget: ((report: BudgetReport) => void) | undefined,
): Promise<void> {
  await emitContextEvent(recordOf(report), { writer });
  if (onBudget === undefined) return;
  const tellFailure = (error: unknown): Promise<void> =>
    emitContextEvent({ type: "context.listener_failed", error: errorName(error) }, { writer });
  try {
    // A listener may be asynchronous although nobody waits for it.
    const returned: unknown = onBudget(report);
    if (returned instanceof Promise) returned.catch(tellFailure);
  } catch (error) {
    await tellFailure(error);
  }
}
