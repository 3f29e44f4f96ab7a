import type { SummaryStrategy, Summarizer, TokenCounter, TranscriptCounterName } from "@plimsoll/core";
import type { Workflow } from "./engine/workflow.ts";
import type { HostStore } from "./store/host-store.ts";

/** What a credential may do (OpenWOP scopes). */
export type Scope = "runs:create" | "runs:read" | "runs:cancel" | "artifacts:read" | "manifest:read";

/** Whose a credential is. */
export interface Principal {
  readonly tenant: string;
  readonly scopes: readonly Scope[];
}

/** RFC 0111 `contextBudget`: the one configuration that discovery, the planner and the seam share. */
export interface ContextBudgetConfiguration {
  /** Most units of transcript fed to one turn of the orchestrator. Absent: no bound. */
  readonly transcriptTokenBudget?: number;
  /** The unit, and who counts it. `host-defined` and the BPE encodings need `counter`. Required with a budget. */
  readonly tokenCounter?: TranscriptCounterName;
  /** Counts `tokenCounter`'s unit. Default for `chars`: code points. */
  readonly counter?: TokenCounter;
  /** Most log entries fed to one turn (RFC 0061 `transcriptWindow`). Absent: unbounded. */
  readonly transcriptWindow?: number;
  /** Absent: the oldest turns are dropped, and nothing is summarized or claimed to be. */
  readonly summarization?: {
    readonly summarizer: Summarizer;
    readonly strategy?: SummaryStrategy;
    /** Turns kept verbatim, the active one included. Default 3. */
    readonly keepLastTurns?: number;
  };
}

/** Options of `createOpenwopApp`. */
export interface OpenwopAppOptions {
  /** What can be run. Ids are unique. */
  readonly workflows: readonly Workflow[];
  /** Where runs are kept. Default: memory, which is gone with the process. */
  readonly store?: HostStore;
  /** Whose a bearer token is; undefined for nobody's. Called for every request but discovery and OpenAPI. */
  readonly authenticate: (token: string) => Principal | undefined | Promise<Principal | undefined>;
  /** Stable name of this host (RFC 0040 `hostId`). */
  readonly hostId: string;
  readonly implementation?: { readonly name?: string; readonly version?: string; readonly vendor?: string };
  /** The orchestrator's turns one run may take before `cap.breached`. Default 100. */
  readonly maxLoopIterations?: number;
  readonly contextBudget?: ContextBudgetConfiguration;
  /** The embedder's word that a live model decides in the orchestrator loop; `contextBudget` is refused without it. */
  readonly attestLiveModel?: boolean;
  /** Serves the conformance seams, also gated by `OPENWOP_TEST_SEAM_ENABLED=true` in `environment`. Default false. */
  readonly seams?: boolean;
  /** Where the gate of the seams is read. Default: nothing, so that a library reads no environment by itself. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Applied to every text before it is stored or fed. Default: as it is. */
  readonly redact?: (text: string) => string;
}
