import type { BaseMessage } from "@langchain/core/messages";
import { PlimsollError, type TokenCounter } from "@plimsoll/core";
import { nodeDigest } from "@plimsoll/core/node";
import { loadModelCounter } from "@plimsoll/core/tiktoken";
import { compilerOf } from "../budget/compiler-of.ts";
import type { OutgoingRequest } from "../budget/outgoing-request.ts";
import { refuse } from "../budget/refusal.ts";
import { beginRun, type BudgetRun } from "../budget/budget-run.ts";
import { applyFrames } from "../frames/apply-frames.ts";
import { type MessageSegment, projectTranscript } from "../project-transcript.ts";
import { repairMessages } from "../repair-messages.ts";
import { openWindow } from "../window/open-window.ts";
import { windowEntries } from "../window/window-entries.ts";
import type { ParsedNodeOptions } from "./summarization-node-options.ts";

/**
 * The messages of the standing window: what the last decision recorded, nothing decided anew.
 *
 * @throws PlimsollError `replay_context_summary_unavailable` where the standing summary cannot be read;
 * `context_budget_exceeded` where state or frames have outgrown the window since.
 */
export async function standingMessages(
  outgoing: OutgoingRequest,
  options: ParsedNodeOptions,
  run: BudgetRun,
): Promise<readonly BaseMessage[]> {
  if (options.mode === "observe") return outgoing.messages;
  const { messages } = await applyFrames(outgoing.messages, options.frames, run);
  const transcript = projectTranscript(repairMessages(messages).messages, options);
  const { previous, scope, summaryRun } = await beginRun(run, transcript, options);
  const counter = options.tokenCounter ?? (await loadModelCounter(outgoing.base.surface, outgoing.base.modelId));
  const window = await openWindow(transcript, previous?.standing, {
    store: summaryRun.store,
    scope,
    digest: nodeDigest,
  });
  const expected = previous?.standing?.summary?.artifactId;
  if (expected !== undefined && window.summary?.record.artifactId !== expected) {
    throw new PlimsollError(
      "replay_context_summary_unavailable",
      `the summary ${expected}, which stands in this conversation, cannot be read from the store; run the summarization node again before the model, or restore the store.`,
      { details: { summaryRef: expected } },
    );
  }
  const entries = windowEntries(window, counter);
  await refuseIfOver(outgoing, { counter, options, run, segments: entries.map(({ segment }) => segment) });
  return entries.map(({ message }) => message);
}

interface Checked {
  readonly counter: TokenCounter;
  readonly options: ParsedNodeOptions;
  readonly run: BudgetRun;
  readonly segments: readonly MessageSegment[];
}

/** State, or frames, may have changed since the node decided; what leaves is weighed where it leaves. */
async function refuseIfOver(outgoing: OutgoingRequest, { counter, options, run, segments }: Checked): Promise<void> {
  const { budget } = compilerOf(outgoing, counter, options.threshold)(segments);
  if (budget.freeTokens >= 0) return;
  const shortBy = -budget.freeTokens;
  const transcriptOver = { tokens: 0, entries: 0 };
  throw await refuse(budget, { cause: "changed", shortBy, transcriptOver }, run.writer);
}
