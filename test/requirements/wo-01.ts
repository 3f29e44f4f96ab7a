import type { Requirement } from "./requirement.ts";

/** Contract lines, todos and acceptance tests of WO-01, "Exact Request and Budget Compiler", in the order of the source. */
export const wo01 = [
  {
    id: "wo-01/contract/one-pure-path",
    clause: "Contract, paragraph 1",
    sentence:
      "Create one pure `compileOutboundRequestBudget()` path that receives the exact request payload and returns a reproducible ledger",
  },
  {
    id: "wo-01/contract/exact-field-set",
    clause: "Contract, interface",
    sentence:
      "interface OutboundRequestBudget { requestFingerprint: string; modelContextTokens: number; stableSystemTokens: number; toolSchemaTokens: number; authorityTokens: number; taskAndWorkingSetTokens: number; evidenceTokens: number; historyTokens: number; outputReservationTokens: number; safetyMarginTokens: number; totalInputTokens: number; projectedTotalTokens: number; freeTokens: number; freeRatio: number; compactionEligible: boolean; }",
  },
  {
    id: "wo-01/contract/held-while-forty-percent-free",
    clause: "Contract, paragraph 2, sentence 1",
    sentence: "`compactionEligible` is false while `freeRatio >= 0.40`.",
  },
  {
    id: "wo-01/contract/serialized-request",
    clause: "Contract, paragraph 2, sentence 2, first half",
    sentence: "It must be based on the serialized request",
  },
  {
    id: "wo-01/contract/conservative-estimator-only-without-tokenizer",
    clause: "Contract, paragraph 2, sentence 2, second half",
    sentence: "with a conservative estimator used only where the backend tokenizer is unavailable.",
  },
  {
    id: "wo-01/contract/fingerprint-scope",
    clause: "Contract, paragraph 2, sentence 3",
    sentence: "The fingerprint covers all materialized segments and their hashes, not timestamps.",
  },
  {
    id: "wo-01/todo/side-effect-free-request-model",
    clause: "Todos, item 1",
    sentence:
      "Extract request assembly into a side-effect-free intermediate request model, preserving current request behavior.",
  },
  {
    id: "wo-01/todo/segments-counted-separately",
    clause: "Todos, item 2",
    sentence: "Count each rendered segment separately, including tool schemas and output reservation.",
  },
  {
    id: "wo-01/todo/tokenizer-adapter-with-fallback",
    clause: "Todos, item 3, first half",
    sentence: "Add a tokenizer adapter with deterministic conservative fallback",
  },
  {
    id: "wo-01/todo/provenance-in-dumps",
    clause: "Todos, item 3, second half",
    sentence: "expose estimator provenance in dumps.",
  },
  {
    id: "wo-01/todo/compaction-consumes-this-budget-only",
    clause: "Todos, item 4",
    sentence: "Make automatic and manual compaction consume this budget only.",
  },
  {
    id: "wo-01/todo/duplicate-analysis-suppressed",
    clause: "Todos, item 5",
    sentence: "Use request fingerprints to suppress duplicate analysis while all inputs are identical.",
  },
  {
    id: "wo-01/todo/dump-and-box-show-ledger",
    clause: "Todos, item 6",
    sentence:
      "Extend context-window dump and TUI compaction box with the segment ledger, projected headroom, threshold decision, and fingerprint.",
  },
  {
    id: "wo-01/todo/no-second-accounting",
    clause: "Todos, item 7",
    sentence: "Remove duplicated post-assembly accounting paths after parity tests pass.",
  },
  {
    id: "wo-01/acceptance/schema-or-frame-changes-eligibility",
    clause: "Acceptance tests, item 1",
    sentence: "A large tool schema or dynamic frame changes eligibility even if `messages[]` does not change.",
  },
  {
    id: "wo-01/acceptance/held-at-40",
    clause: "Acceptance tests, item 2, automatic",
    sentence: "At 40.0% or more free real context, both auto and manual compaction hold.",
  },
  {
    id: "wo-01/acceptance/manual-held-at-40",
    clause: "Acceptance tests, item 2, manual",
    sentence: "At 40.0% or more free real context, both auto and manual compaction hold.",
  },
  {
    id: "wo-01/acceptance/eligible-at-39-9-permissions-untouched",
    clause: "Acceptance tests, item 3",
    sentence: "At 39.9% free context, the compiler can request compaction but does not alter agent/tool permissions.",
  },
  {
    id: "wo-01/acceptance/equal-requests-equal-fingerprint",
    clause: "Acceptance tests, item 4, first half",
    sentence: "Two byte-equivalent requests produce the same fingerprint",
  },
  {
    id: "wo-01/acceptance/one-analyst-invocation",
    clause: "Acceptance tests, item 4, second half",
    sentence: "and one analyst invocation.",
  },
  {
    id: "wo-01/acceptance/changed-input-new-fingerprint",
    clause: "Acceptance tests, item 5",
    sentence:
      "A changed active steering slot, file hash, tool schema, or output reservation produces a new fingerprint.",
  },
  {
    id: "wo-01/acceptance/totals-reconcile",
    clause: "Acceptance tests, item 6, the ledger",
    sentence: "The dump totals reconcile to the exact request estimate within documented tokenizer rounding.",
  },
  {
    id: "wo-01/acceptance/dump-totals-reconcile",
    clause: "Acceptance tests, item 6, the dump",
    sentence: "The dump totals reconcile to the exact request estimate within documented tokenizer rounding.",
  },
  {
    id: "wo-01/done/history-only-false-decision-corrected",
    clause: "Definition of done",
    sentence: "one fixture demonstrates a previous history-only false decision corrected by final-request accounting.",
  },
] as const satisfies readonly Requirement[];
