import type { Surface } from "./outbound-request.ts";
import { calibratedCounter } from "./rules/calibrated-counter.ts";
import { resolveAccounting } from "./rules/resolve-accounting.ts";
import { loadTiktokenCounter } from "./tiktoken/load-tiktoken-counter.ts";
import type { TokenCounter } from "./token-counter.ts";
import { conservativeCounter } from "./conservative/conservative-counter.ts";

const calibrated = new Map<string, TokenCounter>();

/**
 * The counter of a model: its own encoding where that is public, a calibrated stand-in where bills gave a factor, and
 * the conservative estimator only where no tokenizer is known (WO-01). The same object for the same model family.
 */
export async function loadModelCounter(surface: Surface, modelId: string): Promise<TokenCounter> {
  const { encoding, isOwnEncoding, digitsPerToken, perMille } = resolveAccounting(surface, modelId);
  if (encoding === undefined) return conservativeCounter;
  const base = await loadTiktokenCounter(encoding);
  if (isOwnEncoding) return base;
  const counter = calibratedCounter(base, { digitsPerToken, perMille });
  const known = calibrated.get(counter.id) ?? counter;
  calibrated.set(counter.id, known);
  return known;
}
