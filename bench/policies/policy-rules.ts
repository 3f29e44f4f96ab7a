import type { PolicyRow } from "./policy-result.ts";

/** What a row of ours does that none may do, in words and numbers. Rows of others break no rule, they are measured. */
export function brokenRules({ recording, window, policy, result }: PolicyRow): readonly string[] {
  if (!policy.ours) return [];
  const rules: readonly (readonly [string, number])[] = [
    ["requests over the limit", result.over],
    // Only these models have such a tokenizer; the ledger of others is right to let more through.
    ["requests over the limit of a tokenizer like Claude's", isClaude(recording.modelId) ? result.overClaudeLike : 0],
    ["requests made invalid", result.invalidMade],
    ["requests without the user's last words", result.withoutTask],
    ["summarizer calls over its own window", result.summarizerOver],
  ];
  return rules
    .filter(([, count]) => count > 0)
    .map(([rule, count]) => `${policy.name} on ${recording.id} at ${window}: ${count} ${rule}`);
}

function isClaude(modelId: string): boolean {
  return /claude/i.test(modelId);
}
