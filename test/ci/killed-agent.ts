/** The agent of the hosts that are killed, the same in every process. */
export const killedAgent = {
  turns: Array.from({ length: 14 }, (_, turn) =>
    Array.from({ length: 1 + (turn % 3) }, (_work, call) => ({
      text: `Result ${turn}.${call}: ${"the total was right, ".repeat(14)}`,
    })),
  ),
  bounds: { transcriptTokenBudget: 4_000, tokenCounter: "chars" },
} as const;
