import type { BaseCheckpointSaver } from "@langchain/langgraph";
import { PostgresSaver } from "@langchain/langgraph-checkpoint-postgres";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";

/** Opens a saver in a process that may be killed: SQLite on a file, or PostgreSQL in a schema. */
export async function openKilledSaver(kind: string, place: string): Promise<BaseCheckpointSaver> {
  if (kind === "sqlite") return SqliteSaver.fromConnString(place);
  const saver = PostgresSaver.fromConnString("postgres://postgres@127.0.0.1:5432/postgres", { schema: place });
  await saver.setup();
  return saver;
}
