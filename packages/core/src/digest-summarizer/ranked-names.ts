import type { SummaryTurn } from "../summarizer.ts";
import type { Counted, DigestFacts } from "./digest-facts.ts";
import { fullPaths } from "./full-paths.ts";
import { type Mention, mentionsOf, mentionsOfText, weights } from "./mentions.ts";

export interface RankedNames {
  /** Paths that calls pointed at. */
  readonly worked: readonly Counted[];
  readonly mentioned: readonly Counted[];
  readonly identifiers: readonly Counted[];
}

/** A mention this many turns ago counts half, one four times as long ago a fifth. */
const halving = 2;
/** A called word (`push`) says less than a compound one. */
const plainWord = 0.5;
/** In an earlier digest, a name at this place counts half of the first. */
const halfPlace = 20;
/** Further turns of an earlier digest say no more about what comes next. */
const mostEarlierTurns = 10;

interface Score extends Counted {
  readonly kind: Mention["kind"];
  readonly score: number;
  readonly isPointedAt: boolean;
}

type Scores = Map<string, Score>;

/** Names of the turns, the ones most likely to be needed again first: pointed at by calls, lately, often. */
export function rankedNames(turns: readonly SummaryTurn[], earlier: DigestFacts | undefined): RankedNames {
  const mentions = turns.map(mentionsOf);
  const carried = earlier === undefined ? [] : earlierScores(earlier, halving / (halving + turns.length));
  const paths = [...carried, ...mentions.flat()].filter(({ kind }) => kind === "path");
  const fullPath = fullPaths(new Set(paths.map(({ text }) => text)));
  const scores: Scores = new Map();
  for (const each of carried) add(scores, { ...each, text: each.kind === "path" ? fullPath(each.text) : each.text });
  for (const [index, ofTurn] of mentions.entries()) {
    const recency = halving / (halving + turns.length - 1 - index);
    for (const mention of bestMentions(ofTurn, fullPath)) {
      const factor = mention.kind === "identifier" && /^[A-Za-z][a-z]*$/.test(mention.text) ? plainWord : 1;
      add(scores, { ...mention, score: mention.weight * recency * factor, count: 1 });
    }
  }
  return ranked(scores);
}

/** Each name of a turn once, with the weight of its best place. */
function bestMentions(mentions: readonly Mention[], fullPath: (name: string) => string): Iterable<Mention> {
  const best = new Map<string, Mention>();
  for (const mention of mentions) {
    const text = mention.kind === "path" ? fullPath(mention.text) : mention.text;
    const known = best.get(text);
    best.set(text, {
      ...mention,
      text,
      weight: Math.max(mention.weight, known?.weight ?? 0),
      isPointedAt: mention.isPointedAt || known?.isPointedAt === true,
    });
  }
  return best.values();
}

function add(scores: Scores, { kind, text, score, count, isPointedAt }: Score): void {
  const known = scores.get(text);
  scores.set(text, {
    kind,
    text,
    score: score + (known?.score ?? 0),
    count: count + (known?.count ?? 0),
    isPointedAt: isPointedAt || known?.isPointedAt === true,
  });
}

/** Names of an earlier digest as of the time it ended; its order is what it knew of their scores. */
function earlierScores(earlier: DigestFacts, recency: number): readonly Score[] {
  const carried = (names: readonly Counted[], rest: Pick<Score, "kind" | "isPointedAt">): readonly Score[] =>
    names.map(({ text, count }, place) => {
      const weight = rest.isPointedAt ? weights.said : weights.said / 2;
      const score = (weight * recency * halfPlace * Math.min(count, mostEarlierTurns)) / (halfPlace + place);
      return { ...rest, text, count, score };
    });
  const quoted = mentionsOfText(earlier.quoted, "said");
  return [
    ...carried(earlier.worked.items, { kind: "path", isPointedAt: true }),
    ...carried(earlier.mentioned.items, { kind: "path", isPointedAt: false }),
    ...carried(earlier.identifiers.items, { kind: "identifier", isPointedAt: false }),
    ...[...bestMentions(quoted, (name) => name)].map((each) => ({ ...each, score: each.weight * recency, count: 1 })),
  ];
}

function ranked(scores: Scores): RankedNames {
  const inOrder = [...scores.values()].sort(
    (one, other) => other.score - one.score || (one.text < other.text ? -1 : 1),
  );
  const counted = (isWanted: (score: Score) => boolean): readonly Counted[] =>
    inOrder.filter(isWanted).map(({ text, count }) => ({ text, count }));
  return {
    worked: counted(({ kind, isPointedAt }) => kind === "path" && isPointedAt),
    mentioned: counted(({ kind, isPointedAt }) => kind === "path" && !isPointedAt),
    identifiers: counted(({ kind }) => kind === "identifier"),
  };
}
