import type { TokenCounter } from "@plimsoll/core";
import { groupStatistics } from "./group-statistics.ts";
import { langchainCount } from "./langchain-count.ts";
import { materialiseStubs } from "./materialise-stubs.ts";
import type { MeasuredCase } from "./measure-truth.ts";
import type { TruthRow } from "./truth-table.ts";

/** The counters beside each other, in the order of the columns. */
export const comparedCounters = ["Plimsoll", "LangChain countTokensApproximately", "o200k of the JSON"] as const;

/** One row per surface, family and kind, then one per provider. `plain` counts the JSON of the body as it was sent. */
export function truthRows(cases: readonly MeasuredCase[], plain: TokenCounter): readonly TruthRow[] {
  const compared = cases.map((each): ComparedCase => ({
    ...each,
    langchain: langchainCount(each.request),
    json: plain.count(JSON.stringify(materialiseStubs(each.truth.request))),
  }));
  const byKind = rowsBy(compared, ({ family, kind }) => `${family} ${kind}`);
  return [...byKind, ...rowsBy(compared, ({ truth }) => `all ${truth.provider}`)];
}

interface ComparedCase extends MeasuredCase {
  readonly langchain: number;
  readonly json: number;
}

function rowsBy(cases: readonly ComparedCase[], nameOf: (each: ComparedCase) => string): readonly TruthRow[] {
  const groups = new Map<string, ComparedCase[]>();
  for (const each of cases) groups.set(nameOf(each), [...(groups.get(nameOf(each)) ?? []), each]);
  const sorted = [...groups].toSorted(([left], [right]) => (left < right ? -1 : 1));
  return sorted.map(([group, members]) => ({
    group,
    label: labelOf(members),
    statistics: [
      groupStatistics(members),
      groupStatistics(members.map(({ billed, langchain }) => ({ billed, counted: langchain }))),
      groupStatistics(members.map(({ billed, json }) => ({ billed, counted: json }))),
    ],
  }));
}

function labelOf(members: readonly ComparedCase[]): string {
  const exact = members.filter((each) => each.exactness === "exact").length;
  if (exact === members.length) return "exact";
  return exact === 0 ? "calibrated" : "mixed";
}
