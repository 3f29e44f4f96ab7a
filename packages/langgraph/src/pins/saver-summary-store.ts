import type { BaseCheckpointSaver } from "@langchain/langgraph";
import type { ArtifactId, SummaryRecord, SummaryReference, SummaryStore } from "@plimsoll/core";
import { nodeDigest } from "@plimsoll/core/node";
import { isIntact } from "../summaries/is-intact.ts";
import { type Flights, joinFlight } from "../summaries/single-flight.ts";
import { requirePinHome } from "./probe-saver.ts";
import { cellOf, ledgerName, readCell, slotOf, writeOnce } from "./saver-cell.ts";
import { parseRecord, parseReferences, referenceOf } from "./stored-summary.ts";
import { summaryUnavailable } from "./summary-unavailable.ts";

const stores = new WeakMap<BaseCheckpointSaver, SummaryStore>();

/**
 * Records summaries in a checkpoint saver, beside the thread they belong to: in the same database, under the same
 * serializer, deleted with the thread, not rewound by time travel, not part of its history. The first writer wins,
 * across processes too. The same saver always gives the same store.
 *
 * `put` resolves once the record is durable, whatever the durability of the run. It rejects with `invalid_options` for a
 * saver that cannot hold records (tried once, before the first put); `get` and `put` reject with
 * `replay_context_summary_unavailable` where a record is gone, or of another version. One that is damaged is handed out:
 * whoever uses it checks that.
 */
export function createSaverSummaryStore(saver: BaseCheckpointSaver): SummaryStore {
  const store = stores.get(saver) ?? storeOn(saver);
  shareStore(saver, store);
  return store;
}

/** Makes `store` the store of a saver: of one that stands in front of the saver that holds it. */
export function shareStore(saver: BaseCheckpointSaver, store: SummaryStore): void {
  stores.set(saver, store);
}

function storeOn(saver: BaseCheckpointSaver): SummaryStore {
  const flights: Flights<SummaryRecord> = new Map();
  return {
    get: async (scope, artifactId) => {
      // The ledger is read first: what it lists was readable before.
      const isListed = (await list(saver, scope)).some((each) => each.artifactId === artifactId);
      const record = await read(saver, scope, artifactId);
      if (record === undefined && isListed)
        throw summaryUnavailable({ summaryRef: artifactId, why: "was recorded in this thread and is gone" });
      // A writer that died in between left a record that is not listed.
      if (!isListed) await enlist(saver, scope, record);
      return record;
    },
    put: (scope, record) =>
      joinFlight(flights, JSON.stringify([scope, record.artifactId]), () => write(saver, scope, record)).result,
    list: (scope) => list(saver, scope),
  };
}

async function write(saver: BaseCheckpointSaver, scope: string, record: SummaryRecord): Promise<SummaryRecord> {
  await requirePinHome(saver);
  const { artifactId } = record;
  await writeOnce(saver, cellOf(scope, artifactId), { slot: slotOf(artifactId), value: record });
  const winner = await read(saver, scope, artifactId);
  if (winner === undefined)
    throw summaryUnavailable({ summaryRef: artifactId, why: "cannot be read back after it was written" });
  await enlist(saver, scope, winner);
  return winner;
}

async function read(
  saver: BaseCheckpointSaver,
  scope: string,
  artifactId: ArtifactId,
): Promise<SummaryRecord | undefined> {
  const values = await readCell(saver, cellOf(scope, artifactId));
  return values === undefined ? undefined : parseRecord(values.get(slotOf(artifactId)), artifactId);
}

async function enlist(saver: BaseCheckpointSaver, scope: string, record: SummaryRecord | undefined): Promise<void> {
  if (record === undefined || !isIntact(record, record.artifactId, nodeDigest)) return;
  await writeOnce(saver, cellOf(scope, ledgerName), { slot: slotOf(record.artifactId), value: referenceOf(record) });
}

async function list(saver: BaseCheckpointSaver, scope: string): Promise<readonly SummaryReference[]> {
  const values = await readCell(saver, cellOf(scope, ledgerName));
  return parseReferences(values?.values() ?? []);
}
