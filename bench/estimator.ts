import { fileURLToPath } from "node:url";
import { charsCounter, type TokenCounter } from "@plimsoll/core";
import { loadTiktokenCounter } from "@plimsoll/core/tiktoken";
import { conservativeCounter } from "../packages/core/src/conservative/conservative-counter.ts";
import { utf8BytesCounter } from "../packages/core/src/conservative/utf8-bytes-counter.ts";
import { type CorpusClass, type CorpusText, corpusChunks } from "./estimator/estimator-corpus.ts";
import { type EstimatorFigures, measureEstimator } from "./estimator/measure-estimator.ts";
import { transcriptChunks } from "./estimator/transcript-chunks.ts";

const transcripts = fileURLToPath(new URL("../../shared/data/transcripts", import.meta.url));
const corpus = corpusChunks();
const recorded = transcriptChunks(transcripts, 1000);
const estimators: Readonly<Record<string, Pick<TokenCounter, "count">>> = {
  conservative: conservativeCounter,
  "UTF-8 bytes": utf8BytesCounter,
  "chars / 4": { count: (text) => Math.ceil(charsCounter.count(text) / 4) },
};

function ofKind(kind: CorpusClass): readonly CorpusText[] {
  return corpus.filter((chunk) => chunk.kind === kind);
}

const groups: Readonly<Record<string, readonly CorpusText[]>> = {
  typical: ofKind("typical"),
  languages: ofKind("languages"),
  scripts: ofKind("scripts"),
  data: ofKind("data"),
  all: corpus.filter(({ kind }) => kind !== "misleading"),
  misleading: ofKind("misleading"),
  ...(recorded.length > 0 ? { transcripts: recorded } : {}),
};

function row(name: string, figures: EstimatorFigures): string {
  const cells = [figures.underPercent.toFixed(2), figures.worst, figures.median, figures.ninety];
  const shown = cells.map((cell) => (typeof cell === "number" ? cell.toFixed(2) : cell).padStart(8));
  return `  ${name.padEnd(12)}${String(figures.chunks).padStart(7)}${shown.join("")}`;
}

function throughput(): number {
  const text = groups["all"]?.map((chunk) => chunk.text).join("") ?? "";
  const bytes = utf8BytesCounter.count(text);
  const times = Array.from({ length: 7 }, () => {
    const start = performance.now();
    conservativeCounter.count(text);
    return performance.now() - start;
  });
  return bytes / 1000 / Math.min(...times);
}

const results: Record<string, Record<string, EstimatorFigures>> = {};
for (const encoding of ["o200k_base", "cl100k_base"] as const) {
  const exact = await loadTiktokenCounter(encoding);
  for (const [name, estimator] of Object.entries(estimators)) {
    console.log(`\n${name} over ${encoding}\n  class        chunks  under %   worst  median  90 % below`);
    for (const [group, chunks] of Object.entries(groups)) {
      const figures = measureEstimator(estimator, exact, chunks);
      console.log(row(group, figures));
      if (name === "conservative") (results[encoding] ??= {})[group] = figures;
    }
  }
}
if (recorded.length === 0) console.log("\nNo recorded sessions beside the repository: transcripts were left out.");
const megabytesPerSecond = Math.round(throughput());
console.log(`\nconservative: ${megabytesPerSecond} MB/s`);
console.log(JSON.stringify({ bench: "estimator", version: conservativeCounter.version, megabytesPerSecond, results }));
