import { readFileSync } from "node:fs";
import { join } from "node:path";
import { repositoryFiles, repositoryRoot } from "../../test/repository-files.ts";
import { generatedTexts } from "../counters/generated-texts.ts";
import { createSeededRandom, type SeededRandom } from "../counters/seeded-random.ts";
import { codeTexts } from "./code-texts.ts";
import { dataTexts, misleadingTexts } from "./data-texts.ts";
import { latinTexts, otherScriptTexts } from "./language-texts.ts";

/** `misleading` texts are measured on their own: they are no corpus that anybody sends. */
export type CorpusClass = "typical" | "languages" | "scripts" | "data" | "misleading";

/** A text by kind and origin. */
export interface CorpusText {
  readonly kind: CorpusClass;
  readonly origin: string;
  readonly text: string;
}

/** Chunks per class. */
const shares: Readonly<Record<CorpusClass, number>> = {
  typical: 1600,
  languages: 500,
  scripts: 350,
  data: 350,
  misleading: 250,
};

const shortest = 100;
const longest = 6000;
const materialUnits = 24_000;
const loneSurrogate = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Chunks of 100 to 6,000 UTF-16 units at random places; small lengths are as likely as large ones. Always the same. */
export function corpusChunks(): readonly CorpusText[] {
  const random = createSeededRandom(1_876);
  const all = corpusMaterials(random);
  return Object.entries(shares).flatMap(([kind, count]) => {
    const materials = all.filter((material) => material.kind === kind);
    return Array.from({ length: count }, (_, index) => cutChunk(materials[index % materials.length], random));
  });
}

/** A chunk of one text; a surrogate pair is never cut. */
export function cutChunk(material: CorpusText | undefined, random: SeededRandom): CorpusText {
  if (material === undefined) throw new RangeError("A class without texts has no chunks.");
  const { text } = material;
  const length = Math.floor(shortest * (longest / shortest) ** (random.below(1_000_001) / 1_000_000));
  const start = random.below(Math.max(1, text.length - length));
  return { ...material, text: text.slice(start, start + length).replaceAll(loneSurrogate, "") };
}

function corpusMaterials(random: SeededRandom): readonly CorpusText[] {
  const generated = generatedTexts(materialUnits);
  const soup = ["english prose", "source code", "json", "logs", "markdown", "chat with emoji"];
  const of = (kind: CorpusClass, texts: Readonly<Record<string, string>>): readonly CorpusText[] =>
    Object.entries(texts).map(([origin, text]) => ({ kind, origin, text }));
  const grown = (texts: Readonly<Record<string, string>>, unit: RegExp): Readonly<Record<string, string>> =>
    Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, shuffle(text.split(unit), random)]));
  return [
    ...of("typical", grown(codeTexts, /(?<=\n(?!\s))/)),
    ...of("typical", grown({ english: latinTexts["english"] ?? "" }, /(?<=[.?] )/)),
    ...of("typical", Object.fromEntries(soup.map((name) => [name, generated[name] ?? ""]))),
    ...of("typical", repositoryTexts()),
    ...of("languages", grown(latinTexts, /(?<=[.?,:] )/)),
    ...of("scripts", grown(otherScriptTexts, /(?<=[.?,:。،] ?)/)),
    ...of("data", dataTexts(materialUnits)),
    ...of("misleading", misleadingTexts(materialUnits, latinTexts["english"] ?? "")),
  ];
}

/** Pieces in random order, again and again, up to {@link materialUnits}. */
function shuffle(pieces: readonly string[], random: SeededRandom): string {
  let text = "";
  while (text.length < materialUnits) text += random.pick(pieces) + (random.below(6) === 0 ? "\n" : "");
  return text;
}

/** Sources and documents of this repository, a few by kind joined. */
function repositoryTexts(): Readonly<Record<string, string>> {
  const files = repositoryFiles(
    ["packages", "docs", "scripts", "test", "bench"],
    (path) => /(?<!generated)\.(?:ts|mjs|md|json)$/.test(path) && !path.includes("bench/estimator/"),
  );
  const extensions = [...new Set(files.map((path) => path.slice(path.lastIndexOf("."))))];
  const read = (path: string): string => readFileSync(join(repositoryRoot, path), "utf8").slice(0, materialUnits);
  return Object.fromEntries(
    extensions.map((extension) => [
      extension,
      files
        .filter((path) => path.endsWith(extension))
        .map(read)
        .join("\n"),
    ]),
  );
}
