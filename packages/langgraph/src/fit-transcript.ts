import { type CompiledBudget, type PlannedTurn, planWindow, tokensBySegment, type WindowPlan } from "@plimsoll/core";
import type { ProjectedTranscript } from "./project-transcript.ts";
import { evictedTurns, type StandingWindow } from "./standing-window.ts";

/** What fitting needs: the transcript, what is already out, and how a request without some messages is compiled. */
export interface FitInput {
  readonly transcript: ProjectedTranscript;
  readonly standing: StandingWindow | undefined;
  /** Conversation turns that are never taken out, the active one included; 0 still keeps the active one. */
  readonly keepLastTurns: number;
  /** Compiles the request with these of the transcript's messages, whose segments start at `firstSegment`. */
  readonly compile: (messageIndexes: readonly number[]) => {
    readonly budget: CompiledBudget;
    readonly firstSegment: number;
  };
}

/** The request as it leaves: its ledger, its messages, and the turns that are out. */
export interface FittedTranscript {
  readonly kind: "held" | "evicted" | "refused";
  readonly budget: CompiledBudget;
  readonly messageIndexes: readonly number[];
  /** All turns that are out, ascending, and those of them that this decision took out. */
  readonly evicted: readonly number[];
  readonly newlyEvicted: readonly number[];
  /** Tokens over the window when everything that may go is out; 0 unless refused. */
  readonly shortBy: number;
}

/**
 * Makes a request fit: applies the standing window, and where that is over the limit takes out the oldest turns until
 * the recompiled ledger fits, or says by how much it cannot. Pure as far as `compile` is.
 */
export function fitTranscript(input: FitInput): FittedTranscript {
  const before = evictedTurns(input.transcript, input.standing);
  const stoodOut = new Set(before);
  let evicted = before;
  for (;;) {
    const messageIndexes = messagesWithout(input.transcript, evicted);
    const { budget, firstSegment } = input.compile(messageIndexes);
    const newlyEvicted = evicted.filter((turn) => !stoodOut.has(turn));
    const current = { budget, messageIndexes, evicted, newlyEvicted, shortBy: 0 };
    const { plan, candidates } = planRemaining(input, current, firstSegment);
    if (plan.kind === "hold") return { ...current, kind: newlyEvicted.length > 0 ? "evicted" : "held" };
    if (plan.kind === "refuse") return { ...current, kind: "refused", shortBy: plan.shortBy };
    evicted = [...evicted, ...plan.turns.map((turn) => candidates[turn] ?? -1)].sort((left, right) => left - right);
  }
}

/** The transcript's message indexes that are left once `turns` are out. */
function messagesWithout({ messages, turns }: ProjectedTranscript, evicted: readonly number[]): readonly number[] {
  const out = new Set(evicted.flatMap((turn) => turns[turn]?.entries ?? []));
  return [...messages.keys()].filter((index) => !out.has(index));
}

/** Plans over the turns that are still in; `candidates` leads from the plan's indexes back to the transcript's turns. */
function planRemaining(
  { transcript, keepLastTurns }: FitInput,
  current: Pick<FittedTranscript, "budget" | "messageIndexes" | "evicted">,
  firstSegment: number,
): { readonly plan: WindowPlan; readonly candidates: readonly number[] } {
  const { freeTokens, decision, rows } = current.budget;
  const bounds = { freeTokens, headroomTokens: decision.headroomTokens };
  // Most requests are within their window and hold whatever their turns weigh.
  if (decision.verdict !== "over") return { plan: planWindow([], bounds), candidates: [] };
  const tokens = tokensBySegment(rows);
  const segmentOf = new Map(current.messageIndexes.map((message, position) => [message, firstSegment + position]));
  const out = new Set(current.evicted);
  const candidates = [...transcript.turns.keys()].filter((turn) => !out.has(turn));
  const kept = lastTurns(transcript, Math.max(1, keepLastTurns));
  const planned = candidates.map((index): PlannedTurn => {
    const turn = transcript.turns[index];
    const entries = turn?.entries ?? [];
    return {
      kind: turn?.kind ?? "system",
      tokens: entries.reduce((sum, message) => sum + (tokens.get(segmentOf.get(message) ?? -1) ?? 0), 0),
      protected: turn === undefined || turn.pinned || kept.has(index),
    };
  });
  return { plan: planWindow(planned, bounds), candidates };
}

function lastTurns({ turns }: ProjectedTranscript, count: number): ReadonlySet<number> {
  const conversation = [...turns.keys()].filter((index) => turns[index]?.conversation === true);
  return new Set(conversation.slice(-count));
}
