// Child process: measures one candidate from a cold start and prints one JSON line.
// Arguments: candidate, encoding, folder of transcripts.
import { typicalTexts, trickyTexts } from "./bench-texts.ts";
import { candidates, type CandidateCount, type EncodingName } from "./candidates.ts";
import { longShapes } from "./long-shapes.ts";

/** What one process measured; absent where the candidate lacks the encoding. Times in milliseconds. */
export interface CandidateMeasurement {
  /** From nothing imported to a first short count. */
  readonly load: number;
  /** First pass over the typical texts, and the faster of two later ones. */
  readonly first: number;
  readonly warm: number;
  /** Counts of the typical texts, then of the tricky ones. */
  readonly counts: readonly number[];
  /** Tokens of the typical texts, by this candidate. */
  readonly typicalTokens: number;
  /** Times for one unbroken letter, 500 and 2,000 times. */
  readonly unbroken: readonly [number, number];
}

const [name = "", encoding = "", transcripts = ""] = process.argv.slice(2);
console.log(JSON.stringify((await measure()) ?? null));

async function measure(): Promise<CandidateMeasurement | undefined> {
  const start = performance.now();
  const count = await candidates[name]?.load(encoding as EncodingName);
  if (count === undefined) return undefined;
  await count("Hello, world");
  const load = performance.now() - start;
  // Made only now, so that no garbage of making them is collected while a candidate loads.
  const texts = typicalTexts(transcripts);
  const first = await timePass(count, texts);
  const warm = Math.min(await timePass(count, texts), await timePass(count, texts));
  const letters = longShapes["one letter"] ?? String;
  const unbroken = [await timePass(count, [letters(500)]), await timePass(count, [letters(2_000)])] as const;
  const counts: number[] = [];
  for (const text of [...texts, ...trickyTexts]) counts.push(await count(text));
  const typicalTokens = counts.slice(0, texts.length).reduce((total, tokens) => total + tokens, 0);
  return { load, first, warm, unbroken, counts, typicalTokens };
}

async function timePass(count: CandidateCount, passTexts: readonly string[]): Promise<number> {
  const start = performance.now();
  for (const text of passTexts) {
    const counted = count(text);
    if (typeof counted !== "number") await counted;
  }
  return performance.now() - start;
}
