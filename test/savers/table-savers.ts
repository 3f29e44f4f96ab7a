import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MemorySaver } from "@langchain/langgraph";
import { RedisSaver } from "@langchain/langgraph-checkpoint-redis";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import type { TableSaver } from "./fork-table.ts";
import { redisStandIn } from "./redis-stand-in.ts";

/** The savers of the table that need no server. */
export function embeddedTableSavers(): Readonly<Record<string, TableSaver>> {
  const folder = mkdtempSync(join(tmpdir(), "plimsoll-fork-table-"));
  let files = 0;
  const path = () => join(folder, `${files}.sqlite`);
  return {
    MemorySaver: { open: async () => new MemorySaver() },
    SqliteSaver: {
      open: async () => {
        files++;
        return SqliteSaver.fromConnString(path());
      },
      again: async () => SqliteSaver.fromConnString(path()),
    },
    "RedisSaver (stand-in)": { open: async () => new RedisSaver(redisStandIn()) },
  };
}
