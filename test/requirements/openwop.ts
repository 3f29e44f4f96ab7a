import type { Requirement } from "./requirement.ts";

/**
 * What the OpenWOP protocol, major 1, asks of a host that claims what ours does: runs, events, replay, execution model
 * 5, context budget. In our own words, as the protocol's text is spread over many documents.
 */
export const openwop = [
  {
    id: "openwop/discovery/public",
    clause: "discovery",
    sentence: "The discovery document is readable without credentials, as JSON with a Cache-Control header.",
  },
  {
    id: "openwop/discovery/families-at-root",
    clause: "discovery, RFC 0073",
    sentence: "Capability families stand at the root of the document; a mirror that says something else is a failure.",
  },
  {
    id: "openwop/discovery/not-modified",
    clause: "discovery",
    sentence: "An ETag that is sent must answer a matching If-None-Match with 304.",
  },
  {
    id: "openwop/discovery/replay-modes",
    clause: "profiles",
    sentence: "A host that claims replay names its modes, and serves them.",
  },
  {
    id: "openwop/discovery/fixtures",
    clause: "fixtures",
    sentence: "Only fixtures that are really served are named.",
  },
  {
    id: "openwop/open-api/public",
    clause: "openapi",
    sentence: "The OpenAPI document is readable without credentials, and of version 3.1 or later.",
  },
  {
    id: "openwop/auth/before-existence",
    clause: "auth",
    sentence: "A request without credentials is answered 401 before anything is said about what exists.",
  },
  {
    id: "openwop/auth/scopes",
    clause: "auth",
    sentence: "A credential may do what its scopes allow, and nothing else.",
  },
  {
    id: "openwop/auth/tenants",
    clause: "auth",
    sentence: "A tenant sees nothing of another tenant's runs, artifacts and windows.",
  },
  {
    id: "openwop/errors/closed",
    clause: "errors",
    sentence: "An error body has exactly error, message and, where useful, details.",
  },
  {
    id: "openwop/errors/method",
    clause: "errors",
    sentence: "A method that is none here is answered 405 with method_not_allowed.",
  },
  {
    id: "openwop/errors/body-limit",
    clause: "limits",
    sentence: "A body of more bytes than limits.maxRequestBodyBytes is refused.",
  },
  {
    id: "openwop/runs/create",
    clause: "rest, POST /v1/runs",
    sentence: "A run is created with 201, its id, its status and where its events are.",
  },
  {
    id: "openwop/runs/create-closed",
    clause: "rest, POST /v1/runs",
    sentence: "An unknown key, or a value out of range, is refused with validation_error.",
  },
  {
    id: "openwop/runs/unknown-workflow",
    clause: "rest, POST /v1/runs",
    sentence: "An unknown workflow is answered 404 not_found.",
  },
  {
    id: "openwop/runs/snapshot",
    clause: "rest, GET /v1/runs/{runId}",
    sentence: "The snapshot shows what the run was created with and how it stands.",
  },
  {
    id: "openwop/runs/snapshot-etag",
    clause: "RFC 0115",
    sentence: "The snapshot's ETag changes with every event, and a matching If-None-Match is answered 304.",
  },
  {
    id: "openwop/runs/failed-error",
    clause: "rest, GET /v1/runs/{runId}",
    sentence: "A failed run shows its error's code and message.",
  },
  {
    id: "openwop/runs/cancel",
    clause: "rest, cancel",
    sentence: "A cancelled run ends with run.cancelled; one that has ended stays as it is.",
  },
  {
    id: "openwop/runs/bulk-cancel",
    clause: "rest, bulk cancel",
    sentence: "Several runs are cancelled in one request, each told apart, in its order.",
  },
  {
    id: "openwop/runs/ancestry",
    clause: "RFC 0040",
    sentence: "The ancestry of a run names the run that dispatched it, or null.",
  },
  {
    id: "openwop/runs/workflow-definition",
    clause: "rest, workflows",
    sentence: "The definition of a bound workflow is served.",
  },
  {
    id: "openwop/events/sequence",
    clause: "event log",
    sentence: "Sequences begin at 0 and have no gaps; nothing is renumbered.",
  },
  {
    id: "openwop/events/content-free",
    clause: "event log",
    sentence: "Events hold no text of messages, summaries, results or errors of others.",
  },
  {
    id: "openwop/events/causation",
    clause: "multi-agent-execution",
    sentence:
      "A handoff event names the event that caused it: began the decision, succeeded the beginning, the child's end the handoff.",
  },
  {
    id: "openwop/events/iteration",
    clause: "RFC 0061",
    sentence: "Every decision carries its iteration: 1, 2, 3 and so on.",
  },
  {
    id: "openwop/events/child-runs",
    clause: "RFC 0037",
    sentence: "A worker is a run of its own, with its own log, named by node.dispatched.",
  },
  {
    id: "openwop/stream/frames",
    clause: "stream modes",
    sentence:
      "A stream sends what is there, then what comes, and ends with the run; an idle one is kept open by comments.",
  },
  {
    id: "openwop/stream/resume",
    clause: "stream modes, RFC 0213",
    sentence: "Last-Event-ID is exclusive: what the client has is never sent again.",
  },
  {
    id: "openwop/stream/modes",
    clause: "stream modes",
    sentence: "updates, values, messages and debug each show what they name; updates and others may be combined.",
  },
  {
    id: "openwop/stream/buffer",
    clause: "stream modes",
    sentence: "bufferMs gathers events in one frame, flushed at the end.",
  },
  {
    id: "openwop/stream/validated-first",
    clause: "stream modes",
    sentence: "An unknown mode or buffer is refused before content is negotiated.",
  },
  {
    id: "openwop/stream/json",
    clause: "stream modes",
    sentence: "Where JSON is accepted and a stream is not, the events are served as JSON.",
  },
  {
    id: "openwop/poll/cursor",
    clause: "rest, poll",
    sentence: "lastSequence is exclusive, 0 is the first event, and past the end there is nothing.",
  },
  {
    id: "openwop/poll/wait",
    clause: "rest, poll",
    sentence: "A poll waits for events no longer than its time-out, and not beyond the end of the run.",
  },
  {
    id: "openwop/poll/complete",
    clause: "rest, poll",
    sentence: "A poll says whether it holds the last event.",
  },
  {
    id: "openwop/idempotency/once",
    clause: "idempotency, layer 1",
    sentence: "One key makes one run, and the kept answer says that it is kept.",
  },
  {
    id: "openwop/idempotency/mismatch",
    clause: "idempotency, layer 1",
    sentence: "Another body under a key is answered 409 idempotency_key_mismatch.",
  },
  {
    id: "openwop/idempotency/not-kept",
    clause: "idempotency, layer 1",
    sentence: "What the client can mend is not kept: the key may be used again.",
  },
  {
    id: "openwop/idempotency/durable",
    clause: "idempotency, layer 1",
    sentence: "A kept answer outlives the process.",
  },
  {
    id: "openwop/fork/points",
    clause: "replay",
    sentence:
      "A point before the log or beyond it, a mode that is none, an overlay on a replay and a branch without a point are refused.",
  },
  {
    id: "openwop/fork/verbatim",
    clause: "replay",
    sentence: "A replay says again what was recorded, payload for payload, at any point.",
  },
  {
    id: "openwop/fork/diverged",
    clause: "replay",
    sentence: "A replay that says something else tells of it with replay.diverged, where and how.",
  },
  {
    id: "openwop/fork/own-ids",
    clause: "replay",
    sentence: "A fork has event ids of its own.",
  },
  {
    id: "openwop/fork/no-effects",
    clause: "replay",
    sentence: "A replay performs no side effect.",
  },
  {
    id: "openwop/fork/of-a-fork",
    clause: "replay",
    sentence: "A fork can be forked.",
  },
  {
    id: "openwop/fork/after-restart",
    clause: "replay",
    sentence: "A run can be replayed by another process on the same store.",
  },
  {
    id: "openwop/fork/deterministic",
    clause: "replay",
    sentence: "Two replays of one run are alike.",
  },
  {
    id: "openwop/fork/not-ended",
    clause: "replay",
    sentence: "A run that goes on is not forked.",
  },
  {
    id: "openwop/fork/branch",
    clause: "replay",
    sentence: "A branch repeats what is before its point, and goes its own way after, with its overlay.",
  },
  {
    id: "openwop/fork/not-replayable",
    clause: "replay",
    sentence: "A workflow that cannot be run again is answered 501.",
  },
  {
    id: "openwop/cache-key/recipe",
    clause: "RFC 0041",
    sentence:
      "The key of a model request is made of its meaning: not of its order of tools and keys, nor of its transport.",
  },
  {
    id: "openwop/seams/gated",
    clause: "test seams",
    sentence: "A seam is there only where the host's options and its environment both say so.",
  },
  {
    id: "openwop/seams/authenticated",
    clause: "test seams",
    sentence: "An enabled seam still authenticates.",
  },
  {
    id: "openwop/seams/past-the-end",
    clause: "test seams, transcript window",
    sentence: "A turn that never was is answered 400 or 422.",
  },
  {
    id: "openwop/recovery/ended",
    clause: "runs",
    sentence: "What a process that died left running is ended, so that nobody waits for it.",
  },
] as const satisfies readonly Requirement[];
