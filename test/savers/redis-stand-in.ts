import type { RedisSaver } from "@langchain/langgraph-checkpoint-redis";

type RedisClient = ConstructorParameters<typeof RedisSaver>[0];
type Json = Readonly<Record<string, unknown>>;

/**
 * As much of a Redis client with RedisJSON and RediSearch as the Redis savers call, in memory: documents are copied in
 * and out, `NX` keeps the first, searches match tags and numbers at the root of a document. It proves our side of the
 * contract, not Redis.
 */
export function redisStandIn(): RedisClient {
  const documents = new Map<string, string>();
  const sortedSets = new Map<string, Map<string, number>>();
  const read = (key: string): Json | null => JSON.parse(documents.get(key) ?? "null") as Json | null;
  const client = {
    json: {
      get: async (key: string) => read(key),
      set: async (key: string, _path: string, value: unknown, options?: { NX?: boolean }) => {
        if (options?.NX === true && documents.has(key)) return null;
        documents.set(key, JSON.stringify(value));
        return "OK";
      },
    },
    keys: async (pattern: string) => {
      const matcher = new RegExp(`^${pattern.split("*").map(escape).join(".*")}$`, "s");
      return [...documents.keys(), ...sortedSets.keys()].filter((key) => matcher.test(key));
    },
    exists: async (key: string) => Number(documents.has(key) || sortedSets.has(key)),
    del: async (keys: string | readonly string[]) => {
      for (const key of typeof keys === "string" ? [keys] : keys) {
        documents.delete(key);
        sortedSets.delete(key);
      }
    },
    zAdd: async (key: string, members: readonly { score: number; value: string }[]) => {
      const set = sortedSets.get(key) ?? new Map<string, number>();
      for (const { score, value } of members) set.set(value, score);
      sortedSets.set(key, set);
    },
    zRange: async (key: string) =>
      [...(sortedSets.get(key) ?? [])].sort((left, right) => left[1] - right[1]).map(([value]) => value),
    ft: {
      create: async () => "OK",
      search: async (_index: string, query: string, { LIMIT }: { LIMIT: { from: number; size: number } }) => ({
        documents: [...documents.keys()]
          .filter((key) => key.startsWith("checkpoint:"))
          .flatMap((id) => {
            const value = read(id);
            return value !== null && matches(value, query) ? [{ id, value }] : [];
          })
          // Newest first; of one millisecond the later written.
          .reverse()
          .sort((left, right) => Number(right.value["checkpoint_ts"]) - Number(left.value["checkpoint_ts"]))
          .slice(LIMIT.from, LIMIT.from + LIMIT.size),
      }),
    },
    quit: async () => "OK",
  };
  return client as unknown as RedisClient;
}

function matches(document: Json, query: string): boolean {
  if (query === "*") return true;
  return [...query.matchAll(/@((?:\\.|[^:])+):(?:\{((?:\\.|[^}])*)\}|\[(\S+) \S+\])/g)].every(
    ([, field, tag, number]) => {
      const value = document[unescape(field)];
      return number === undefined ? value === unescape(tag) : value === Number(number);
    },
  );
}

function unescape(text = ""): string {
  return text.replace(/\\(.)/g, "$1");
}

function escape(text: string): string {
  return text.replace(/[$()*+.?[\\\]^{|}]/g, "\\$&");
}
