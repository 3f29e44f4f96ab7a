import type { OutboundRequest, TokenCounter } from "@plimsoll/core";
import { loadTiktokenCounter } from "../../packages/core/src/tiktoken/load-tiktoken-counter.ts";
import { calibratedCounter } from "../../packages/core/src/rules/calibrated-counter.ts";
import { resolveAccounting } from "../../packages/core/src/rules/resolve-accounting.ts";

/** Finds the counter of a request's model; the same counter for the same calibration. */
export async function modelCounters(): Promise<(request: OutboundRequest) => TokenCounter> {
  const bases = {
    o200k_base: await loadTiktokenCounter("o200k_base"),
    cl100k_base: await loadTiktokenCounter("cl100k_base"),
  };
  return (request) => {
    const { encoding, digitsPerToken, perMille, isOwnEncoding } = resolveAccounting(request.surface, request.modelId);
    const base = bases[encoding ?? "cl100k_base"];
    return isOwnEncoding ? base : calibratedCounter(base, { digitsPerToken, perMille });
  };
}
