import type { JsonValue } from "@plimsoll/core";
import type { DocumentKind, HostStore, RunDocument } from "../store/host-store.ts";
import type { Database } from "./open-database.ts";

interface DocumentRow {
  readonly kind: DocumentKind;
  readonly key: string;
  readonly sequence: number;
  readonly value: string;
}

/** What is kept beside the logs. */
export function createSqliteDocuments(
  database: Database,
): Pick<HostStore, "readDocument" | "listDocuments" | "deleteArtifact"> {
  const find = database.prepare(
    "SELECT kind, key, sequence, value FROM documents WHERE run_id = ? AND kind = ? AND key = ?",
  );
  const list = database.prepare(
    "SELECT kind, key, sequence, value FROM documents WHERE run_id = ? AND kind = ? ORDER BY place",
  );
  const remove = database.prepare("DELETE FROM documents WHERE run_id = ? AND kind = 'artifact' AND key = ?");
  return {
    async readDocument(runId, kind, key) {
      const row = find.get(runId, kind, key) as DocumentRow | undefined;
      return row === undefined ? undefined : documentOf(row);
    },
    listDocuments: async (runId, kind) => (list.all(runId, kind) as readonly DocumentRow[]).map(documentOf),
    deleteArtifact: async (runId, artifactId) => remove.run(runId, artifactId).changes > 0,
  };
}

function documentOf({ kind, key, sequence, value }: DocumentRow): RunDocument {
  return { kind, key, sequence, value: JSON.parse(value) as JsonValue };
}
