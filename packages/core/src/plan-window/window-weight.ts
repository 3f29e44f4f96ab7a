/** What a part of the window weighs: in the ledger, and towards the transcript's bounds (zero for what is not in it). */
export interface WindowWeight {
  readonly tokens: number;
  readonly transcript: { readonly entries: number; readonly tokens: number };
}

/** The weight of all parts together. */
export function totalWeight(parts: readonly WindowWeight[]): WindowWeight {
  let tokens = 0;
  let entries = 0;
  let transcriptTokens = 0;
  for (const part of parts) {
    tokens += part.tokens;
    entries += part.transcript.entries;
    transcriptTokens += part.transcript.tokens;
  }
  return { tokens, transcript: { entries, tokens: transcriptTokens } };
}

/** What is gained where `put` takes the place of `taken`; negative where it weighs more. */
export function netWeight(taken: WindowWeight, put: WindowWeight): WindowWeight {
  return {
    tokens: taken.tokens - put.tokens,
    transcript: {
      entries: taken.transcript.entries - put.transcript.entries,
      tokens: taken.transcript.tokens - put.transcript.tokens,
    },
  };
}
