import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type CorpusClass, corpusChunks } from "../../../../bench/estimator/estimator-corpus.ts";
import { measureEstimator } from "../../../../bench/estimator/measure-estimator.ts";
import { transcriptChunks } from "../../../../bench/estimator/transcript-chunks.ts";
import { repositoryRoot } from "../../../../test/repository-files.ts";
import { loadTiktokenCounter } from "../tiktoken/load-tiktoken-counter.ts";
import { conservativeCounter } from "./conservative-counter.ts";
import { utf8BytesCounter } from "./utf8-bytes-counter.ts";

const corpus = corpusChunks();
const transcripts = transcriptChunks(join(repositoryRoot, "../shared/data/transcripts"), 500);
if (transcripts.length === 0)
  console.info("Recorded sessions are not there: the estimator's floors on them are skipped.");

/** Median over-count per class that may not be exceeded; `all` is every class but the misleading one. */
const medians = {
  o200k_base: { typical: 1.3, data: 1.5, all: 1.3 },
  cl100k_base: { typical: 1.3, data: 1.5, all: 1.3 },
} as const;

describe.each(["o200k_base", "cl100k_base"] as const)("conservativeCounter against %s", async (encoding) => {
  const exact = await loadTiktokenCounter(encoding);
  const measure = (keep: (kind: CorpusClass) => boolean) =>
    measureEstimator(
      conservativeCounter,
      exact,
      corpus.filter(({ kind }) => keep(kind)),
    );
  const all = measure((kind) => kind !== "misleading");

  it("is under on at most 0.2 % of thousands of chunks, and never by more than 5 %", () => {
    expect(all.chunks).toBeGreaterThan(2500);
    expect(all.underPercent).toBeLessThanOrEqual(0.2);
    expect(all.worst).toBeGreaterThan(0.95);
  });

  it("is under on at most 0.2 % of typical text, which holds sources of this repository and so changes with it", () => {
    expect(measure((kind) => kind === "typical").underPercent).toBeLessThanOrEqual(0.2);
  });

  it("has a median within its floor", () => {
    expect(all.median).toBeLessThanOrEqual(medians[encoding].all);
    expect(measure((kind) => kind === "typical").median).toBeLessThanOrEqual(medians[encoding].typical);
    expect(measure((kind) => kind === "data").median).toBeLessThanOrEqual(medians[encoding].data);
  });

  it("is no more than a quarter under on text that is built to mislead it", () => {
    expect(measure((kind) => kind === "misleading").worst).toBeGreaterThan(0.75);
  });

  it.skipIf(transcripts.length === 0)("is never under on recorded sessions, with a median within 1.30", () => {
    const figures = measureEstimator(conservativeCounter, exact, transcripts);
    expect(figures.under).toBe(0);
    expect(figures.median).toBeLessThanOrEqual(1.3);
  });

  it("finds the UTF-8 bytes never under", () => {
    expect(measureEstimator(utf8BytesCounter, exact, corpus).under).toBe(0);
  });
});
