import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createSeededRandom } from "../counters/seeded-random.ts";
import { type CorpusText, cutChunk } from "./estimator-corpus.ts";

interface TranscriptMessage {
  readonly content?: unknown;
  readonly tool_calls?: readonly { readonly function: { readonly name: string; readonly arguments: string } }[];
}

/** `count` random chunks of the recorded agent sessions in `folder`; none where it is absent. */
export function transcriptChunks(folder: string, count: number): readonly CorpusText[] {
  if (!existsSync(folder)) return [];
  const random = createSeededRandom(1_066);
  const materials = readdirSync(folder)
    .filter((file) => file.endsWith(".json") && file !== "index.json")
    .toSorted()
    .map((file): CorpusText => ({ kind: "typical", origin: file, text: transcriptText(join(folder, file)) }));
  return Array.from({ length: count }, (_, index) => cutChunk(materials[index % materials.length], random));
}

function transcriptText(path: string): string {
  const { messages } = JSON.parse(readFileSync(path, "utf8")) as { readonly messages: readonly TranscriptMessage[] };
  return messages
    .flatMap(({ content, tool_calls = [] }) => [
      textOf(content),
      ...tool_calls.map(({ function: call }) => `${call.name} ${call.arguments}`),
    ])
    .join("\n");
}

function textOf(part: unknown): string {
  if (part === undefined || part === null) return "";
  return typeof part === "string" ? part : JSON.stringify(part);
}
