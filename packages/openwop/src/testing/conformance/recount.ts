import { charsCounter } from "@plimsoll/core";

/** Counts again in an advertised unit; undefined for a unit nobody but the host can count. */
export async function recountIn(name: string): Promise<((text: string) => number) | undefined> {
  if (name === "chars") return (text) => charsCounter.count(text);
  if (name !== "o200k_base" && name !== "cl100k_base") return undefined;
  const { loadTiktokenCounter } = await import("@plimsoll/core/tiktoken");
  const counter = await loadTiktokenCounter(name);
  return (text) => counter.count(text);
}
