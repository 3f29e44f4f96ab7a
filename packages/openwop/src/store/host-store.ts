import type { JsonValue } from "@plimsoll/core";
import type { JsonObject } from "../log/json.ts";
import type { RunEvent } from "../log/run-event.ts";

/** What a run is from its first moment on; never changes. What becomes of it is in its log. */
export interface RunRecord {
  readonly runId: string;
  /** Whose it is: from the credential that created it, never from a body. */
  readonly tenant: string;
  readonly workflowId: string;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  readonly inputs: JsonObject;
  readonly configurable: JsonObject;
  readonly tags: readonly string[];
  readonly metadata: JsonObject;
  /** Where it was forked from. */
  readonly fork?: { readonly sourceRunId: string; readonly fromSeq: number; readonly mode: "replay" | "branch" };
  /** The run that dispatched it. */
  readonly parentRunId?: string;
}

/**
 * What is kept beside the log, because events carry no content:
 * `text` what the model is fed for an event (key: event id); `window` the transcript of one turn (key: iteration);
 * `artifact` (key: artifact id); `answer` a model's answer (key: cache key and occurrence); `outcome` of a side effect
 * (key: node and occurrence); `result` of the run (key: empty).
 */
export type DocumentKind = "text" | "window" | "artifact" | "answer" | "outcome" | "result";

/** Written once and never changed; only artifacts can be deleted. */
export interface RunDocument {
  readonly kind: DocumentKind;
  readonly key: string;
  readonly value: JsonValue;
  /** Sequence of the first event that rests on it: the first of its batch, or the next where its batch has none. */
  readonly sequence: number;
}

/** What is written at once: all of it or nothing, also across a crash. */
export interface RunBatch {
  /** Sequence of its first event; the number of events in the log. */
  readonly firstSequence: number;
  readonly events: readonly RunEvent[];
  readonly documents: readonly RunDocument[];
}

/** A request under an `Idempotency-Key`. */
export interface IdempotencyClaim {
  /** Tenant and operation. */
  readonly scope: string;
  readonly key: string;
  /** Digest of the canonical body. */
  readonly digest: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Until when the claimant may work on it; later another may take over, as it must have died. */
  readonly leaseUntil: number;
}

/** An answer kept for whoever asks again. */
export interface StoredResponse {
  readonly status: number;
  readonly body: JsonValue;
  /** Until when it is kept; milliseconds since the epoch. */
  readonly keepUntil: number;
}

export type ClaimResult =
  | { readonly kind: "claimed" }
  | { readonly kind: "in-flight" }
  | { readonly kind: "mismatch" }
  | { readonly kind: "answered"; readonly response: StoredResponse };

/** One page of runs, newest first. */
export interface RunPage {
  readonly runs: readonly RunRecord[];
  /** Where the next page starts; undefined on the last. */
  readonly next: string | undefined;
}

/**
 * Where a host keeps its runs. Several processes may work on one store; a run's log has one writer at a time, and
 * `append` shows the loser of a race that it lost. Implementations pass `hostStoreSuite`.
 * What cannot be read or written rejects; nothing is ever half there.
 */
export interface HostStore {
  /** Creates the run with the first events and documents of its log. Rejects where the id is taken. */
  createRun(run: RunRecord, first: RunBatch): Promise<void>;
  readRun(runId: string): Promise<RunRecord | undefined>;
  /** Newest first. `cursor` is `next` of the page before; resolves to undefined for one that is none. */
  listRuns(tenant: string, page: { readonly limit: number; readonly cursor?: string }): Promise<RunPage | undefined>;
  /** Runs of all tenants whose log has not ended, oldest first: what a process that died left behind. */
  unfinishedRuns(): Promise<readonly RunRecord[]>;

  /** Appends all or nothing. Resolves to `conflict`, and changes nothing, where the log does not end right before the batch. */
  append(runId: string, batch: RunBatch): Promise<"appended" | "conflict">;
  /** The events after a sequence (-1: all), in order; empty for an unknown run. */
  readEvents(runId: string, after: number): Promise<readonly RunEvent[]>;
  /** Resolves once there are events after the sequence, the time is over, or `signal` aborts; whichever comes first. */
  waitForEvents(
    runId: string,
    after: number,
    until: { readonly timeoutMs: number; readonly signal: AbortSignal },
  ): Promise<void>;

  readDocument(runId: string, kind: DocumentKind, key: string): Promise<RunDocument | undefined>;
  /** All of a kind, in the order in which they were written. */
  listDocuments(runId: string, kind: DocumentKind): Promise<readonly RunDocument[]>;
  /** Whether there was one to delete. */
  deleteArtifact(runId: string, artifactId: string): Promise<boolean>;

  claim(claim: IdempotencyClaim): Promise<ClaimResult>;
  /** Keeps the answer to a claimed request. Does nothing where another has taken the claim over. */
  settle(claim: IdempotencyClaim, response: StoredResponse): Promise<void>;
  /** Forgets a claim whose request failed in a way that may be tried again; one that is answered or taken over stays. */
  release(claim: IdempotencyClaim): Promise<void>;

  /** Lets go of files and connections; everything written stays. */
  close(): Promise<void>;
}
