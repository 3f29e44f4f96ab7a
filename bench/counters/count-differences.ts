/** A text that two counters count differently. */
export interface CountDifference {
  /** As a JSON string in ASCII, so that invisible characters show. */
  readonly text: string;
  readonly counted: number;
  readonly reference: number;
}

type Count = (text: string) => number;

/** How many texts were compared, and the first differences between `count` and `reference`, at most ten. */
export interface Comparison {
  readonly compared: number;
  readonly differences: readonly CountDifference[];
}

export function countDifferences(count: Count, reference: Count, texts: Iterable<string>): Comparison {
  const differences: CountDifference[] = [];
  let compared = 0;
  for (const text of texts) {
    compared++;
    const [counted, expected] = [count(text), reference(text)];
    if (counted !== expected && differences.length < 10) {
      differences.push({ text: ascii(text.slice(0, 200)), counted, reference: expected });
    }
  }
  return { compared, differences };
}

function ascii(text: string): string {
  return JSON.stringify(text).replaceAll(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
