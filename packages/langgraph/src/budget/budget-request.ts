import type { BaseMessage } from "@langchain/core/messages";
import { findPlimsollError, PlimsollError } from "@plimsoll/core";
import { nodeDigest } from "@plimsoll/core/node";
import { loadModelCounter } from "@plimsoll/core/tiktoken";
import { type ProjectedTranscript, projectTranscript } from "../project-transcript.ts";
import { applyFrames } from "../frames/apply-frames.ts";
import { repairMessages, type RepairedMessages } from "../repair-messages.ts";
import { keepLine } from "../window/keep-line.ts";
import type { LineInput } from "../window/line-input.ts";
import type { ParsedBudgetOptions } from "./budget-options.ts";
import type { BudgetReport } from "./budget-report.ts";
import { beginRun, type BudgetRun } from "./budget-run.ts";
import type { BudgetState } from "./budget-state.ts";
import { stateAfter } from "./state-after.ts";
import { isCompactionRequested } from "./compaction-request.ts";
import { compilerOf } from "./compiler-of.ts";
import { linePolicyOf } from "./line-policy-of.ts";
import type { OutgoingRequest } from "./outgoing-request.ts";
import { observeLine } from "./observe-line.ts";
import { refusal, refuse } from "./refusal.ts";
import { reportOf, tell } from "./report.ts";

/** What is to be sent, and the private state to keep once it was answered. */
export interface BudgetedRequest {
  /** The very same array unless something had to be mended, replaced, clipped or taken out. */
  readonly messages: readonly BaseMessage[];
  readonly state: BudgetState;
  readonly report: BudgetReport;
}

/**
 * Project, decide, act, report: the one way from a request to what is sent, for the agent's middleware and the graph's
 * node.
 *
 * @throws PlimsollError in `enforce` mode `context_budget_exceeded`, after the reports; `replay_context_summary_unavailable`
 * in a declared replay that lacks a record.
 */
export async function budgetRequest(
  outgoing: OutgoingRequest,
  options: ParsedBudgetOptions,
  run: BudgetRun,
): Promise<BudgetedRequest> {
  const isEnforced = options.mode === "enforce";
  const framed = await applyFrames(outgoing.messages, options.frames, run);
  const { repaired, transcript } = read(framed.messages, options);
  const begun = await beginRun(run, transcript, options);
  const counter = options.tokenCounter ?? (await loadModelCounter(outgoing.base.surface, outgoing.base.modelId));
  const line: LineInput = {
    transcript,
    standing: begun.previous?.standing,
    policy: linePolicyOf(options, outgoing.base.contextWindow, counter),
    counter,
    digest: nodeDigest,
    run: begun.summaryRun,
    requested: isCompactionRequested(run.context, run.state),
    ...(run.recovery ? { mustFree: Math.ceil(outgoing.base.contextWindow / recoveryPart) } : {}),
    compile: compilerOf(outgoing, counter, options.threshold),
  };
  const kept = isEnforced ? await keepLine(line) : observeLine(line);
  const report = reportOf(kept, {
    run,
    begun,
    framed,
    repaired,
    mode: options.mode,
    messages: outgoing.messages,
    policy: line.policy,
  });
  await tell(report, run.writer, options.onBudget);
  if (kept.plan?.kind === "refuse")
    throw run.recovery ? refusal(kept.budget, kept.plan) : await refuse(kept.budget, kept.plan, run.writer);
  const isWhole = report.action.kind === "sent";
  return {
    messages: isWhole ? transcript.messages : kept.entries.map(({ message }) => message),
    state: stateAfter(kept, begun, report),
    report,
  };
}

interface ReadMessages {
  readonly repaired: RepairedMessages | undefined;
  readonly transcript: ProjectedTranscript;
}

/**
 * Messages as a transcript, mended where they are going to be sent by us.
 *
 * @throws PlimsollError `invalid_request` for a message that is not of the form messages have.
 */
function read(messages: readonly BaseMessage[], options: ParsedBudgetOptions): ReadMessages {
  try {
    const repaired = options.mode === "enforce" ? repairMessages(messages) : undefined;
    return { repaired, transcript: projectTranscript(repaired?.messages ?? messages, options) };
  } catch (error) {
    if (findPlimsollError(error) !== undefined || !(error instanceof TypeError)) throw error;
    throw new PlimsollError(
      "invalid_request",
      "a message of the conversation is not of the form LangChain gives them (content, calls or raw fields missing); see the cause.",
      { cause: error },
    );
  }
}

/** A provider that says a request is too long does not say by how much: a tenth of the window is freed. */
const recoveryPart = 10;
