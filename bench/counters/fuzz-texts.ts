import { createSeededRandom, type SeededRandom } from "./seeded-random.ts";

/** Ranges of code points that tokenizer patterns tell apart, ends included. */
const ranges: readonly (readonly [number, number])[] = [
  [0x00, 0x7f],
  [0x80, 0x24f],
  [0x250, 0x36f],
  [0x370, 0x52f],
  [0x530, 0x6ff],
  [0x900, 0xe7f],
  [0x1000, 0x13ff],
  [0x1680, 0x1fff],
  [0x2000, 0x206f],
  [0x2070, 0x2bff],
  [0x2c00, 0x2fff],
  [0x3000, 0x33ff],
  [0x4e00, 0x9fff],
  [0xa000, 0xabff],
  [0xac00, 0xd7a3],
  [0xf900, 0xffff],
  [0x10000, 0x11fff],
  [0x16a00, 0x16fff],
  [0x1d400, 0x1d7ff],
  [0x1e000, 0x1efff],
  [0x1f300, 0x1faff],
  [0x20000, 0x323af],
  [0xe0000, 0xe01ef],
];

const fragments: readonly string[] = [
  ..."'s 'S 't 'T 're 'RE 'Ve 'm 'LL 'lL 'd 'D 'ſ 'ſt s' ' ''ll l'l".split(" "),
  ..."the The THE tHe HTTPServer iPhone McDonald ABCdef aB Ab abc ABC Ǆ ǅ ʰ ªº ſ ß İ".split(" "),
  ..."0 12 345 6789 3.14 1e-9 ½ ² ٣٤ Ⅷ 一二 0x1F 2024-01-02".split(" "),
  ...'! ?? ... /// // -> => == != {} [] () " `` ~~ ── │ ▓▓ @# $% ^& *_ ,; :: <| |> \\ \\n'.split(" "),
  ..."中 中文字符 日本語 ひらがな カタカナ 한국어 ภาษาไทย हिन्दी العربية עברית Привет Ελληνικά ქართული".split(" "),
  ..."😀 👍🏽 👩‍👩‍👧 🇺🇳 ❤️ ☃ é e\u0301 \u0301 \u0301\u0302 \u093f \u200d \u20dd \u{e0101} \u{1d400} \u{20000}".split(" "),
  ..."<|endoftext|> <|fim_prefix|> <|im_start|>".split(" "),
  ..."\ud800 \udc00 \udbff\udc00x \udfff\ud83d".split(" "),
  " ",
  "  ",
  "   ",
  "\n",
  "\r\n",
  "\n\n",
  " \n",
  "\n ",
  "\t",
  "\t\t",
  "\r",
  "\v",
  "\f",
  "\u0085",
  "\u00a0",
  "\u1680",
  "\u2003",
  "\u2028",
  "\u202f",
  "\u3000",
  "\ufeff",
  "\u180e",
  "\u200b",
  "\0",
];

/** `count` short texts for comparing tokenizers, the same for the same seed. */
export function* fuzzTexts(seed: number, count: number): Generator<string> {
  const random = createSeededRandom(seed);
  for (let made = 0; made < count; made++) yield fuzzText(random);
}

function fuzzText(random: SeededRandom): string {
  const kind = random.below(8);
  const length = 1 + random.below(kind === 0 ? 40 : 12);
  let text = "";
  for (let at = 0; at < length; at++) text += kind < 3 ? randomCharacter(random) : randomFragment(random, kind);
  return text;
}

function randomFragment(random: SeededRandom, kind: number): string {
  const choice = random.below(10);
  if (choice < 6) return random.pick(fragments);
  if (choice < 8) return randomCharacter(random);
  if (choice < 9) return letters(random, 1 + random.below(14));
  return random.pick(fragments).repeat(1 + random.below(kind === 7 ? 40 : 3));
}

function randomCharacter(random: SeededRandom): string {
  const [from, to] = random.pick(ranges);
  return String.fromCodePoint(from + random.below(to - from + 1));
}

function letters(random: SeededRandom, length: number): string {
  const base = random.pick([0x41, 0x61]);
  return Array.from({ length }, () => String.fromCharCode(base + random.below(26))).join("");
}
