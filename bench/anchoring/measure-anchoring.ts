import { compileOutboundRequestBudget, createUsageAnchor, type OutboundRequest, type Surface } from "@plimsoll/core";
import { nodeDigest } from "@plimsoll/core/node";
import { projectOpenAIChatBody } from "@plimsoll/core/payloads";
import { loadModelCounter } from "@plimsoll/core/tiktoken";
import { inputOf, type UsageTranscript } from "./usage-transcript.ts";

/** One call: what the provider reported, and the ledger's total with and without an anchor on the call before. */
export interface AnchoredCall {
  readonly reported: number;
  readonly anchored: number;
  readonly alone: number;
}

/** Every call but the first, each anchored on the report of the call before it, as an agent would at run time. */
export async function measureAnchoring(
  transcript: UsageTranscript,
  surface: Surface,
): Promise<readonly AnchoredCall[]> {
  const counter = await loadModelCounter(surface, transcript.model);
  const calls = transcript.providerUsage.map((usage) => ({
    request: requestBefore(transcript, usage.beforeMessage, surface),
    reported: inputOf(usage),
  }));
  const measured: AnchoredCall[] = [];
  for (const [index, { request, reported }] of calls.entries()) {
    const before = calls[index - 1];
    if (before === undefined) continue;
    const anchor = createUsageAnchor(before.request, before.reported, { digest: nodeDigest });
    const anchored = compileOutboundRequestBudget(request, { counter, digest: nodeDigest, anchor });
    if (anchored.counter.anchor?.used !== true) throw new Error(`Call ${index} was not anchored.`);
    const alone = compileOutboundRequestBudget(request, { counter, digest: nodeDigest });
    measured.push({ reported, anchored: anchored.totalInputTokens, alone: alone.totalInputTokens });
  }
  return measured;
}

/** The recordings are in chat form whatever the provider was; its own surface says what framing it charged. */
function requestBefore(transcript: UsageTranscript, end: number, surface: Surface): OutboundRequest {
  const { messages, tools, model } = transcript;
  const body = { model, messages: messages.slice(0, end), tools };
  return { ...projectOpenAIChatBody(body, { contextWindow: 1_000_000 }), surface };
}
