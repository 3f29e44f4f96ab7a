import type { Summarizer } from "../summarizer.ts";
import { composeDigest } from "./compose-digest.ts";

/**
 * The embedded summarizer: deterministic, without a model. It keeps what can be read off without understanding: the
 * user's requests in order, the assistant's decisions and latest statements, files and identifiers touched (worked on,
 * lately and often first), tools with their failures, calls without a result and things to do. The same turns give the
 * same bytes on every machine.
 */
export function digestSummarizer(): Summarizer {
  return {
    id: "plimsoll-digest",
    version: "1",
    configDigest: "default",
    defaultStrategy: "sliding-window",
    defaultCap: { partOfWindow: 10, tokens: 8_000 },
    summarize: async (request) => ({ text: composeDigest(request) }),
  };
}
