import { MemorySaver } from "@langchain/langgraph";
import { RedisSaver } from "@langchain/langgraph-checkpoint-redis";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { describe, expect, it } from "vitest";
import { forkedStates, forkTests } from "../../../../test/savers/fork-tests.ts";
import { redisStandIn } from "../../../../test/savers/redis-stand-in.ts";
import { withPinnedSummaries } from "./with-pinned-summaries.ts";

describe("forks over MemorySaver", () => forkTests(() => withPinnedSummaries(new MemorySaver())));

describe("forks over SqliteSaver", () => forkTests(() => withPinnedSummaries(SqliteSaver.fromConnString(":memory:"))));

describe("forks over RedisSaver, on a stand-in for Redis", () => {
  forkTests(() => withPinnedSummaries(new RedisSaver(redisStandIn())));

  it("are what the bare saver gets wrong: the fork rewrites the branch it came from", async () => {
    const { original } = await forkedStates(new RedisSaver(redisStandIn()));
    expect(original).toEqual({ note: "edited", trail: "first -> b" });
  });
});
