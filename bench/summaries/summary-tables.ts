import type { ComparedSummary, Held, Measured } from "./measure-summaries.ts";

/** Recall of paths and of identifiers, each from 0 to 1, in hundredths. */
export interface Recall {
  readonly paths: number;
  readonly identifiers: number;
}

type Candidate = "digest" | "carried" | "tail";

/** Recall over all needed names of these cuts. */
export function recallOf(rows: readonly Measured[], candidate: Candidate): Recall {
  const share = (kind: keyof Recall): number => {
    const needed = rows.reduce((sum, row) => sum + row.needed[kind], 0);
    const held = rows.reduce((sum, row) => sum + row[candidate][kind], 0);
    return needed === 0 ? 1 : Math.round((100 * held) / needed) / 100;
  };
  return { paths: share("paths"), identifiers: share("identifiers") };
}

/** One line a session and cut, one group of columns a cap, and the sessions' sums. */
export function splitTable(rows: readonly Measured[], caps: readonly number[]): string {
  const lines = [...groupBy(rows, ({ session }) => session)].flatMap(([session, ofSession]) => [
    ...[...groupBy(ofSession, ({ cut }) => String(cut))].map(([cut, ofCut]) => line(session, cut, ofCut, caps)),
    line(session, "all", ofSession, caps),
  ]);
  const heads = caps.map((cap) => ` │ ${`${cap} tokens: digest`.padEnd(21)}${"carried".padEnd(11)}${"tail".padEnd(9)}`);
  return [`${"session".padEnd(31)}${"cut".padStart(4)}${"needed".padStart(10)}${heads.join("")}`, ...lines].join("\n");
}

function line(session: string, cut: string, rows: readonly Measured[], caps: readonly number[]): string {
  const groups = caps.map((cap) => {
    const ofCap = rows.filter((row) => row.cap === cap);
    const [digest, carried, tail] = (["digest", "carried", "tail"] as const).map((each) =>
      shown(recallOf(ofCap, each)),
    );
    return ` │ ${String(digest).padEnd(21)}${String(carried).padEnd(11)}${String(tail).padEnd(9)}`;
  });
  const ofFirst = rows.filter(({ cap }) => cap === caps[0]);
  const needed = ofFirst.reduce(
    (sum, row) => ({ paths: sum.paths + row.needed.paths, identifiers: sum.identifiers + row.needed.identifiers }),
    { paths: 0, identifiers: 0 },
  );
  return `${session.padEnd(31)}${cut.padStart(4)}${`${needed.paths}+${needed.identifiers}`.padStart(10)}${groups.join("")}`;
}

/** The recorded summaries beside digests of the same length: names held of those needed, paths + identifiers. */
export function comparisonTable(rows: readonly ComparedSummary[]): string {
  return rows
    .map((row) => {
      const names = row.isRetrospective ? "needed by the last 20 turns before it" : "needed by the next 20 turns";
      return `${row.session.padEnd(20)}cap ${row.cap}: digest ${both(row.digest)}, recorded summary ${both(row.recorded)}, of ${row.needed.paths}+${row.needed.identifiers} ${names}`;
    })
    .join("\n");
}

function both({ paths, identifiers, tokens }: Held): string {
  return `${paths}+${identifiers} (${tokens} tokens)`;
}

function shown({ paths, identifiers }: Recall): string {
  return `${paths.toFixed(2)} ${identifiers.toFixed(2)}`;
}

function groupBy<Row>(rows: readonly Row[], keyOf: (row: Row) => string): ReadonlyMap<string, readonly Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row]);
  return groups;
}
