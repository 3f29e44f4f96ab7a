import type { JsonValue, SummaryRecord, SummaryStore } from "@plimsoll/core";
import type { RunExecution } from "../engine/workflow.ts";

/** The summaries of one run. */
export interface RunSummaries {
  readonly store: SummaryStore;
  /** A record that was stored or found by this run. */
  recordOf(artifactId: string): SummaryRecord | undefined;
}

/** What a summary's artifact holds, for whoever reads it by the reference in its event. */
export interface SummaryArtifact {
  readonly artifactId: string;
  readonly artifactType: "context.summary";
  readonly text: string;
  readonly sha256: string;
  readonly record: SummaryRecord;
}

/**
 * Summaries as artifacts of their run, stored before a request uses them. A fork finds its source's, and takes them
 * over under its own name; where a replay does not find one, nothing is made in its place.
 */
export function runSummaries({ recall, record }: Pick<RunExecution, "recall" | "record">): RunSummaries {
  const own = new Map<string, SummaryRecord>();
  const keep = async (kept: SummaryRecord): Promise<SummaryRecord> => {
    const { artifactId, text, textSha256: sha256 } = kept;
    const value: SummaryArtifact = { artifactId, artifactType: "context.summary", text, sha256, record: kept };
    await record([], [{ kind: "artifact", key: artifactId, value: value as unknown as JsonValue }]);
    own.set(artifactId, kept);
    return kept;
  };
  const store: SummaryStore = {
    async get(_scope, artifactId) {
      const recalled = own.has(artifactId) ? undefined : await recall("artifact", artifactId);
      return recalled === undefined ? own.get(artifactId) : keep((recalled as unknown as SummaryArtifact).record);
    },
    put: async (_scope, asked) => own.get(asked.artifactId) ?? keep(asked),
    list: async () => [...own.values()].sort(byOrdinal),
  };
  return { store, recordOf: (artifactId) => own.get(artifactId) };
}

function byOrdinal(one: SummaryRecord, other: SummaryRecord): number {
  return one.ordinal - other.ordinal || (one.artifactId < other.artifactId ? -1 : 1);
}
