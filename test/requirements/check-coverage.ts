import type { Citation } from "./find-citations.ts";
import type { Requirement } from "./requirement.ts";

export interface Coverage {
  /** What is wrong, one line each; empty when the rows and the tests agree. */
  readonly problems: readonly string[];
  readonly rows: number;
  readonly cited: number;
  readonly planned: number;
}

type Row = Pick<Requirement, "planned"> & { readonly id: string };

/** Compares the rows with what tests cite. Pure; reads nothing. */
export function checkCoverage(rows: readonly Row[], citations: readonly Citation[]): Coverage {
  const ids = new Set(rows.map((row) => row.id));
  const running = citations.filter((citation) => citation.runs);
  const cited = new Set(running.map((citation) => citation.id));
  return {
    problems: [
      ...duplicates(rows).map((id) => `${id}: two rows carry this id`),
      ...citations.filter(({ id }) => !ids.has(id)).map(({ id, place }) => `${id}: unknown id, cited in ${place}`),
      ...citations
        .filter(({ runs }) => !runs)
        .map(({ id, place }) => `${id}: cited outside a test that runs, in ${place}`),
      ...rows
        .filter((row) => row.planned === undefined && !cited.has(row.id))
        .map((row) => `${row.id}: no test cites it`),
      ...rows.flatMap((row) => citedThoughPlanned(row, running)),
    ],
    rows: ids.size,
    cited: [...ids].filter((id) => cited.has(id)).length,
    planned: rows.filter((row) => row.planned !== undefined).length,
  };
}

function citedThoughPlanned(row: Row, citations: readonly Citation[]): readonly string[] {
  if (row.planned === undefined) return [];
  const place = citations.find((citation) => citation.id === row.id)?.place;
  return place === undefined
    ? []
    : [`${row.id}: planned ("${row.planned}"), yet cited in ${place}; remove \`planned\``];
}

function duplicates(rows: readonly Row[]): readonly string[] {
  const seen = new Set<string>();
  const twice = rows.filter(({ id }) => seen.size === seen.add(id).size).map((row) => row.id);
  return [...new Set(twice)];
}
