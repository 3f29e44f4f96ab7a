import { formatCount } from "../format-count.ts";
import type { Situation } from "./situation.ts";
import type { WindowBounds, WindowPolicy } from "./window-input.ts";

/** What of a step its sentence names. */
type StepWords = { readonly turns: number; readonly freeTokens: number } & (
  | { readonly kind: "reuse" | "summarize" | "evict" }
  | { readonly kind: "clip"; readonly scope: "older" | "kept"; readonly capTokens: number }
);

/** The sentence of a plan that changes the window. */
export function stepReason({ bounds }: Situation, words: StepWords): string {
  return `${standing(bounds)}: ${action(words)}, leaving about ${afterwards(words.freeTokens)}.`;
}

/** The sentence of a plan that holds; `why` where a line is crossed. */
export function holdReason(bounds: WindowBounds, policy: WindowPolicy, why?: string): string {
  const request = policy.requested ? " for the manual request too" : "";
  return `${standing(bounds)}: hold${request}${why === undefined ? "" : `; ${why}`}.`;
}

/** The sentence of a refusal. */
export function refuseReason(bounds: WindowBounds, why: string): string {
  return `${standing(bounds)}: refuse; ${why}.`;
}

/** Where the request stands against its lines. */
function standing({ freeTokens, headroomTokens, transcript }: WindowBounds): string {
  const over: string[] = [];
  if (freeTokens < 0) over.push(`the request is ${formatCount(-freeTokens)} tokens over its window`);
  const { tokens = 0, entries = 0, tokenBudget = tokens, entryBudget = entries } = transcript ?? {};
  if (tokens > tokenBudget)
    over.push(`the transcript's ${formatCount(tokens)} tokens are over its budget of ${formatCount(tokenBudget)}`);
  if (entries > entryBudget)
    over.push(`the transcript's ${formatCount(entries)} entries are over its bound of ${formatCount(entryBudget)}`);
  if (over.length > 0) return over.join(" and ");
  const side = freeTokens >= headroomTokens ? "at or above" : "below";
  return `${formatCount(freeTokens)} tokens are free, ${side} the headroom line of ${formatCount(headroomTokens)}`;
}

function action(words: StepWords): string {
  switch (words.kind) {
    case "reuse":
      return `reuse the recorded summary of the ${turnCount(words.turns, "oldest")}`;
    case "summarize":
      return `summarize the ${turnCount(words.turns, "oldest")}`;
    case "evict":
      return `take out the ${turnCount(words.turns, "oldest")}`;
    case "clip":
      return `clip texts of ${turnCount(words.turns, words.scope)} to ${formatCount(words.capTokens)} tokens each`;
    default:
      return words satisfies never;
  }
}

function turnCount(count: number, which: "oldest" | "older" | "kept"): string {
  return `${formatCount(count)} ${which} ${count === 1 ? "turn" : "turns"}`;
}

function afterwards(freeTokens: number): string {
  return freeTokens < 0 ? `${formatCount(-freeTokens)} tokens over` : `${formatCount(freeTokens)} tokens free`;
}
