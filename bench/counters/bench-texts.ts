import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { generatedTexts } from "./generated-texts.ts";

/** Texts whose counting is timed: the generated ones, and recorded agent sessions where the folder is present. */
export function typicalTexts(transcripts: string): readonly string[] {
  const generated = Object.values(generatedTexts(50_000));
  if (!existsSync(transcripts)) return generated;
  const files = readdirSync(transcripts).filter((name) => name.endsWith(".json"));
  return [...generated, ...files.map((name) => allStrings(JSON.parse(readFileSync(join(transcripts, name), "utf8"))))];
}

/** Texts on which some tokenizers differ; not timed. */
export const trickyTexts: readonly string[] = [
  "",
  "\ufeffbyte order mark",
  "a\ufeff\ufeffb \ufeff! c",
  "next\u0085line \u0085 \u0085",
  "it'ſ and It'S and we'LL, THEY'RE",
  "<|endoftext|> <|fim_prefix|>",
  "\ud800 lone \udc00 surrogates \ud83d",
  "control \0 \u0001 \u001b[31mred\u001b[0m",
  "\u180e mongolian \u200b zero\u200dwidth",
  "line\u2028separator\u2029paragraph",
  "trailing   ",
  " \n \r\n\t \n",
  "e\u0301\u0302 \u0301ABC !\u0301x",
  "😀👍🏽👩‍👩‍👧🇺🇳❤️",
  "१२३४ ٣٤٥ ½²⅞ Ⅷ",
  "ʰaǅǄʼn ßẞ İı",
];

function allStrings(value: unknown): string {
  if (typeof value === "string") return `${value}\n`;
  if (typeof value !== "object" || value === null) return "";
  return Object.values(value).map(allStrings).join("");
}
