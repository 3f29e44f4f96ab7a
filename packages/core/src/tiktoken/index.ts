export { loadTiktokenCounter, type TiktokenEncoding } from "./load-tiktoken-counter.ts";
export { createBytePairCounter, type BytePairCounter, type BytePairEncoding } from "./byte-pair-counter.ts";
export type { PieceSplitter } from "./piece-splitter.ts";
export { loadModelCounter } from "../load-model-counter.ts";
