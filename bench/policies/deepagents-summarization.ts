import assert from "node:assert/strict";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import type { AgentMiddleware } from "langchain";

const entry = join(import.meta.dirname, "..", "peers", "node_modules", "deepagents", "dist", "index.js");

interface Deepagents {
  createSummarizationMiddleware(options: { readonly model: BaseChatModel; readonly backend: object }): AgentMiddleware;
}

/**
 * deepagents' summarization with its own defaults, which it takes from the model's profile. It comes with its own copies
 * of LangChain's packages, at the versions of this workspace; messages and middleware are recognised across copies.
 */
export async function deepagentsSummarization(model: BaseChatModel): Promise<AgentMiddleware> {
  const found: unknown = await import(pathToFileURL(entry).href);
  assert(isDeepagents(found), "deepagents exports createSummarizationMiddleware");
  return found.createSummarizationMiddleware({ model, backend: fileBackend() });
}

function isDeepagents(value: unknown): value is Deepagents {
  return (
    typeof value === "object" &&
    value !== null &&
    typeof Reflect.get(value, "createSummarizationMiddleware") === "function"
  );
}

/** Files in memory: as much of a backend as off-loading the history takes. */
function fileBackend() {
  const files = new Map<string, Uint8Array>();
  const content = (path: string): Uint8Array | undefined => files.get(path);
  return {
    downloadFiles: async (paths: readonly string[]) =>
      paths.map((path) => ({
        path,
        content: content(path) ?? null,
        error: files.has(path) ? null : ("file_not_found" as const),
      })),
    uploadFiles: async (uploads: readonly (readonly [string, Uint8Array])[]) =>
      uploads.map(([path, bytes]) => {
        files.set(path, bytes);
        return { path, error: null };
      }),
    write: async (path: string, text: string) => {
      files.set(path, new TextEncoder().encode(text));
      return { path };
    },
  };
}
