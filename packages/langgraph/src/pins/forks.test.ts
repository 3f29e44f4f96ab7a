import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MemorySaver } from "@langchain/langgraph";
import { RedisSaver } from "@langchain/langgraph-checkpoint-redis";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { afterAll, describe, expect, it } from "vitest";
import { redisStandIn } from "../../../../test/savers/redis-stand-in.ts";
import type { ForkHome } from "../testing/fork-case.ts";
import { forkConformanceSuite } from "../testing/fork-conformance-suite.ts";
import { withPinnedSummaries } from "./with-pinned-summaries.ts";

const folder = mkdtempSync(join(tmpdir(), "plimsoll-forks-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A wrapped saver, with the parts its wrapper adds. */
function homeOf(saver: Parameters<typeof withPinnedSummaries>[0], reopen?: () => Promise<ForkHome>): ForkHome {
  const pinned = withPinnedSummaries(saver);
  const copyThread: NonNullable<ForkHome["copyThread"]> = (from, to, options) => pinned.copyThread(from, to, options);
  return { saver: pinned, copyThread, ...(reopen === undefined ? {} : { reopen }) };
}

let files = 0;
const onFile = (path = join(folder, `${files++}.sqlite`)): ForkHome =>
  homeOf(SqliteSaver.fromConnString(path), async () => onFile(path));

const runner = { describe, it, expect };
const none = (id: string) => expect(id).toBe("restart");

describe("over MemorySaver", () => forkConformanceSuite(runner, () => homeOf(new MemorySaver()), none));
describe("over SqliteSaver on a file", () => forkConformanceSuite(runner, () => onFile(), none));
describe("over RedisSaver, on a stand-in for Redis", () =>
  forkConformanceSuite(runner, () => homeOf(new RedisSaver(redisStandIn())), none));
