import type { Requirement } from "./requirement.ts";

/**
 * Every MUST, MUST NOT and SHOULD of RFC 0111, "Context Economy", with the schema constraints, seam assertions and
 * compatibility clauses, in the order of the source (openwop.dev, CC BY 4.0; sentences quoted unchanged).
 */
export const rfc0111 = [
  {
    id: "rfc-0111/capability/location",
    clause: "Capability surface, paragraph 1, sentence 1",
    sentence:
      "Add an optional `contextBudget` object under `multiAgent.executionModel` (the same object that carries `transcriptWindow`).",
  },
  {
    id: "rfc-0111/capability/version-gate",
    clause: "Capability surface, paragraph 1, sentence 2",
    sentence: "It is `version >= 5` (RFC 0061 stateful loop) gated.",
  },
  {
    id: "rfc-0111/capability/budget-is-closed",
    clause: "Capability surface, schema of contextBudget",
    sentence: '"contextBudget": { "type": "object", "additionalProperties": false,',
  },
  {
    id: "rfc-0111/capability/budget-is-positive-integer",
    clause: "Capability surface, schema of transcriptTokenBudget",
    sentence: '"transcriptTokenBudget": { "type": "integer", "minimum": 1,',
  },
  {
    id: "rfc-0111/capability/budget-absent-no-bound",
    clause: "Capability surface, description of transcriptTokenBudget",
    sentence:
      "Max tokens of transcript the host feeds any single orchestrator turn. Advertise-and-honor; complements (does not replace) transcriptWindow. Absent ⇒ no token bound.",
  },
  {
    id: "rfc-0111/capability/counter-enum",
    clause: "Capability surface, schema of tokenCounter",
    sentence: '"enum": ["o200k_base", "cl100k_base", "chars", "host-defined"],',
  },
  {
    id: "rfc-0111/capability/counter-required-with-budget",
    clause: "Capability surface, description of tokenCounter",
    sentence:
      "The unit transcriptTokenBudget is denominated in, so the bound is interpretable across hosts. REQUIRED when transcriptTokenBudget is present.",
  },
  {
    id: "rfc-0111/capability/summarization-is-closed",
    clause: "Capability surface, schema of summarization",
    sentence: '"summarization": { "type": "object", "additionalProperties": false,',
  },
  {
    id: "rfc-0111/capability/supported-is-required",
    clause: "Capability surface, schema of summarization",
    sentence: '"required": ["supported"]',
  },
  {
    id: "rfc-0111/capability/supported-is-boolean",
    clause: "Capability surface, schema of summarization.supported",
    sentence: '"supported": { "type": "boolean" }',
  },
  {
    id: "rfc-0111/capability/strategy-enum",
    clause: "Capability surface, schema of summarization.strategy",
    sentence: '"strategy": { "type": "string", "enum": ["sliding-window", "recursive", "map-reduce"] }',
  },
  {
    id: "rfc-0111/capability/keep-last-turns-is-natural",
    clause: "Capability surface, schema of summarization.keepLastTurns",
    sentence: '"keepLastTurns": { "type": "integer", "minimum": 0,',
  },
  {
    id: "rfc-0111/capability/keep-last-turns-verbatim",
    clause: "Capability surface, description of keepLastTurns",
    sentence: "Turns kept verbatim at the head of the window; older turns MAY be replaced by a summary.",
  },
  {
    id: "rfc-0111/scope/orchestrator-transcript-only",
    clause: "Normative requirements, Scope, sentence 1",
    sentence:
      '`contextBudget` governs the **RFC 0061 per-iteration orchestrator-loop transcript** — `multi-agent-execution.md` §"Per-iteration state inputs" input 3, the SAME transcript `transcriptWindow` bounds — **NOT** a general chat-conversation history (RFC 0005) or any other prompt.',
  },
  {
    id: "rfc-0111/scope/no-model-turns-no-advertisement",
    clause: "Normative requirements, Scope, sentence 2",
    sentence:
      "A host whose multi-agent orchestrator loop does not run real model turns (e.g. a mock supervisor with no live inference) **MUST NOT** advertise `contextBudget`",
  },
  {
    id: "rfc-0111/scope/transcript-window-honest",
    clause: "Normative requirements, Scope, sentence 2, end",
    sentence: "exactly as it MUST NOT dishonestly advertise `transcriptWindow`.",
  },
  {
    id: "rfc-0111/scope/budget-only-valid",
    clause: "Normative requirements, Scope, sentence 3",
    sentence:
      "Budget-only advertisement (`transcriptTokenBudget` + `tokenCounter` **without** `summarization.supported`) is valid for a host that HAS a real orchestrator loop but does not summarize.",
  },
  {
    id: "rfc-0111/bound/never-over-budget",
    clause: "Normative requirements, item 2",
    sentence:
      "A host advertising `contextBudget.transcriptTokenBudget` **MUST NOT** feed more than that many tokens of transcript to any single orchestrator turn, measured in the unit named by `contextBudget.tokenCounter`.",
  },
  {
    id: "rfc-0111/bound/counter-advertised",
    clause: "Normative requirements, item 3",
    sentence:
      "A host advertising `transcriptTokenBudget` **MUST** also advertise `tokenCounter`; the budget is otherwise uninterpretable.",
  },
  {
    id: "rfc-0111/bound/tighter-of-two",
    clause: "Normative requirements, item 4",
    sentence:
      "`transcriptTokenBudget` and `transcriptWindow` **MAY** both be advertised; when both are present the host **MUST** honor whichever bound is tighter for a given turn.",
  },
  {
    id: "rfc-0111/summarization/last-turns-verbatim",
    clause: "Normative requirements, item 5, sentence 1",
    sentence:
      "A host advertising `contextBudget.summarization.supported: true` **MUST** keep the most recent `keepLastTurns` turns verbatim and **MAY** replace older in-window turns with a host-produced summary.",
  },
  {
    id: "rfc-0111/summarization/active-turn-untouched",
    clause: "Normative requirements, item 5, sentence 2",
    sentence: "The active (most recent) turn **MUST NOT** be summarized.",
  },
  {
    id: "rfc-0111/replay/deterministic-input",
    clause: "Replay determinism, sentence 1",
    sentence:
      'Per `multi-agent-execution.md` §"Per-iteration state inputs", the transcript is a deterministic, replay-reproducible iteration input',
  },
  {
    id: "rfc-0111/replay/recorded-as-event",
    clause: "Replay determinism, item 1",
    sentence:
      "Each substitution **MUST** be recorded as a `context.summarized` event (payload below) whose `summaryRef` points at the persisted summary.",
  },
  {
    id: "rfc-0111/replay/reuse-recorded-summary",
    clause: "Replay determinism, item 2, sentence 1, first half",
    sentence:
      "On a `POST /v1/runs/{runId}:fork mode: replay`, when a summarization point falls at sequence ≥ `fromSeq`, the host **MUST** reuse the recorded summary (resolved via `summaryRef`)",
  },
  {
    id: "rfc-0111/replay/never-summarize-again",
    clause: "Replay determinism, item 2, sentence 1, second half",
    sentence: "and **MUST NOT** re-summarize.",
  },
  {
    id: "rfc-0111/replay/same-model-facing-transcript",
    clause: "Replay determinism, item 2, sentence 2",
    sentence: "A host that re-summarizes and produces a different model-facing transcript is non-conformant",
  },
  {
    id: "rfc-0111/replay/summary-ref-is-artifact-id",
    clause: "Replay determinism, item 3, sentence 1",
    sentence:
      "`summaryRef` is an **artifactId** (a run-produced artifact read via `GET /v1/runs/{runId}/artifacts/{artifactId}`), keeping the event content-free.",
  },
  {
    id: "rfc-0111/replay/artifact-readable-as-of-index",
    clause: "Replay determinism, item 3, sentence 2, first half",
    sentence: "the summary artifact **MUST** be persisted and readable as-of the iteration's event-log index",
  },
  {
    id: "rfc-0111/replay/refused-when-unavailable",
    clause: "Replay determinism, item 3, sentence 2, second half",
    sentence:
      "a host that cannot serve it at the requested `fromSeq` **MUST** refuse the fork with `replay_context_summary_unavailable`",
  },
  {
    id: "rfc-0111/replay/refusal-is-409-not-retriable",
    clause: "Header, Updated, amendment of 2026-09-26",
    sentence: "It is now `replay_context_summary_unavailable` (`409`, not retriable)",
  },
  {
    id: "rfc-0111/replay/unrecorded-not-advertised",
    clause: "Replay determinism, item 4",
    sentence:
      "Summarization that is not recorded this way breaks replay and **MUST NOT** be advertised under this capability.",
  },
  {
    id: "rfc-0111/event/payload-fields",
    clause: "Event-payload addition, example",
    sentence:
      '{ "type": "context.summarized", "payload": { "iteration": 12, "replacedTurns": ["evt_0a1", "evt_0a2"], "summaryRef": "art_sum_7c", "tokenCounter": "o200k_base", "tokensBefore": 4120, "tokensAfter": 280 } }',
  },
  {
    id: "rfc-0111/event/content-free",
    clause: "Event-payload addition, paragraph 2, sentence 1",
    sentence:
      "`summaryRef` is a reference-by-id to the summary artifact (the summary text is **not** inlined on the wire — content-free event discipline).",
  },
  {
    id: "rfc-0111/event/replaced-turns-reconstruct",
    clause: "Event-payload addition, paragraph 2, sentence 2",
    sentence:
      "`replacedTurns` lists the event ids the summary stands in for, so a replay engine can reconstruct the exact transcript.",
  },
  {
    id: "rfc-0111/seam/endpoint",
    clause: "Conformance seam, route",
    sentence:
      "GET /v1/host/sample/agent/transcript-window?runId=…&iteration=N → { tokenCounter, tokenCount, eventIds: [...], summarizedRanges: [...] }",
  },
  {
    id: "rfc-0111/seam/own-accounting",
    clause: "Conformance seam, paragraph 2, sentence 1",
    sentence: "The seam returns the host's own accounting of what it fed the model that iteration.",
  },
  {
    id: "rfc-0111/seam/a-count-within-budget",
    clause: "Conformance seam, assertion (a)",
    sentence: "assert (a) `tokenCount ≤ transcriptTokenBudget`;",
  },
  {
    id: "rfc-0111/seam/b-count-recomputed",
    clause: "Conformance seam, assertion (b)",
    sentence:
      "(b) the harness independently re-computes the token sum and confirms the host's reported `tokenCount` is internally consistent and ≤ budget",
  },
  {
    id: "rfc-0111/seam/entries-rendered",
    clause: "Conformance seam, assertion (b), correction",
    sentence: "The seam now also returns `entries[] { eventId, rendered }`, the exact text fed per item;",
  },
  {
    id: "rfc-0111/seam/chars-sum-equals-count",
    clause: "Conformance seam, assertion (b), correction",
    sentence:
      'for `tokenCounter: "chars"` it is REQUIRED and the harness sums the rendered code points, which MUST equal `tokenCount`;',
  },
  {
    id: "rfc-0111/seam/entries-are-real-events",
    clause: "Conformance seam, assertion (b), correction",
    sentence: "every entry is a real event of the run and the verbatim entries are `eventIds` in order.",
  },
  {
    id: "rfc-0111/seam/other-counters-attested",
    clause: "Conformance seam, assertion (b), correction",
    sentence:
      "For `o200k_base`, `cl100k_base` and `host-defined` the recount is advertise-and-attest (the suite ships no tokenizer).",
  },
  {
    id: "rfc-0111/seam/c-recent-tail",
    clause: "Conformance seam, assertion (c)",
    sentence:
      "(c) `eventIds` are the recent tail (no older event included while a newer eligible one is dropped — *eligible* meaning sharing `(type, nodeId)` with an event fed that turn",
  },
  {
    id: "rfc-0111/seam/d-ranges-match-events",
    clause: "Conformance seam, assertion (d)",
    sentence: "(d) every `summarizedRanges` entry has a matching `context.summarized` event.",
  },
  {
    id: "rfc-0111/seam/pressure",
    clause: "Conformance seam, full witness",
    sentence:
      "A full witness also needs **pressure** — at least one turn where the budget evicted or summarized an older eligible event; a run whose transcript never reaches the advertised budget records `partial-witness`, not a pass",
  },
  {
    id: "rfc-0111/seam/limit-documented",
    clause: "Conformance seam, Honest non-vacuity limit",
    sentence:
      "the capability is advertise-and-attest, and the seam proves the accounting is consistent + bounded, not that the prompt is nothing more.",
  },
  {
    id: "rfc-0111/example/positive-is-valid",
    clause: "Examples, Positive",
    sentence:
      "host advertises a 4 000-token budget with sliding-window summarization keeping the last 3 turns verbatim",
  },
  {
    id: "rfc-0111/example/budget-without-counter-fails",
    clause: "Examples, Negative",
    sentence:
      "`transcriptTokenBudget` without `tokenCounter` (uninterpretable budget) → fails schema (`tokenCounter` required when budget present, enforced by an `if/then` clause) and fails conformance.",
  },
  {
    id: "rfc-0111/compatibility/omitted-changes-nothing",
    clause: "Compatibility, item 1",
    sentence:
      "`contextBudget` is a new optional object; a host that omits it behaves exactly as today (`transcriptWindow` semantics, including `absent ⇒ unbounded`, are untouched).",
  },
  {
    id: "rfc-0111/compatibility/unknown-event-ignored",
    clause: "Compatibility, item 2",
    sentence: "consumers that do not recognize it ignore it.",
  },
  {
    id: "rfc-0111/compatibility/code-binds-summarizing-hosts",
    clause: "Compatibility, item 3",
    sentence:
      "it names the refusal this RFC already required, binds only hosts advertising `contextBudget.summarization`, and registering a code is additive",
  },
  {
    id: "rfc-0111/compatibility/no-field-changes",
    clause: "Compatibility, item 4",
    sentence: "No existing field changes type, optionality, or meaning. No default flips.",
  },
  {
    id: "rfc-0111/conformance/bound-scenario",
    clause: "Conformance, New, sentence 2",
    sentence:
      "Drives a multi-turn run, reads the host-sample transcript seam each iteration, asserts `tokenCount ≤ budget` and that `keepLastTurns` recent turns appear verbatim.",
  },
  {
    id: "rfc-0111/conformance/replay-scenario",
    clause: "Conformance, New, sentence 3",
    sentence:
      "A second scenario `context-summarization-replay.test.ts` (gated on `summarization.supported`) replays the run and asserts the reconstructed transcript matches, exercising the `context.summarized` → `summaryRef` path.",
  },
  {
    id: "rfc-0111/notes/independent-savings",
    clause: "Implementation notes (non-normative), item 1",
    sentence:
      "Tier-A host patches that need **no** spec change and **SHOULD** ship independently of this RFC: provider context-caching (byte-identical, front-loaded system prompt), per-task tool sub-allowlisting, gzipped SSE bus, stripping optional event meta.",
  },
  {
    id: "rfc-0111/notes/one-model-not-two",
    clause: "Implementation notes (non-normative), item 3",
    sentence:
      "the host's A1 assembly path emits the `context.summarized` event + the seam reads its accounting. One model, not two.",
  },
] as const satisfies readonly Requirement[];
