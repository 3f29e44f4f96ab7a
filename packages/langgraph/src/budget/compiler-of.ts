import { compileOutboundRequestBudget, type TokenCounter } from "@plimsoll/core";
import { nodeDigest } from "@plimsoll/core/node";
import type { LineInput } from "../window/line-input.ts";
import type { OutgoingRequest } from "./outgoing-request.ts";

/** Compiles a request with other messages of its conversation in it. */
export function compilerOf(
  { base, head }: OutgoingRequest,
  counter: TokenCounter,
  threshold: number,
): LineInput["compile"] {
  return (segments) => ({
    budget: compileOutboundRequestBudget(
      { ...base, segments: [...head, ...segments] },
      { counter, threshold, digest: nodeDigest },
    ),
    firstSegment: head.length,
  });
}
