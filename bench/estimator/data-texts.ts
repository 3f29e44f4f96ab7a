import { createSeededRandom, type SeededRandom } from "../counters/seeded-random.ts";

const base64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const letters = "abcdefghijklmnopqrstuvwxyz";

/** First and last code point of scripts and symbols; texts drawn evenly from them are no language. */
const ranges: readonly (readonly [number, number])[] = [
  [0xa0, 0x24f],
  [0x370, 0x3ff],
  [0x400, 0x4ff],
  [0x530, 0x58f],
  [0x5d0, 0x5ea],
  [0x620, 0x6ff],
  [0x900, 0x97f],
  [0xb80, 0xbff],
  [0xe00, 0xe7f],
  [0x10a0, 0x10ff],
  [0x1200, 0x137f],
  [0x1e00, 0x1eff],
  [0x2190, 0x22ff],
  [0x2500, 0x259f],
  [0x2600, 0x27bf],
  [0x3040, 0x30ff],
  [0x4e00, 0x9fff],
  [0xac00, 0xd7a3],
  [0x1d400, 0x1d7ff],
  [0x1f300, 0x1f64f],
  [0x20000, 0x2a6df],
];

/** Deterministic data of about `units` UTF-16 units each, by name: what tools return and no tokenizer likes. */
export function dataTexts(units: number): Readonly<Record<string, string>> {
  const random = createSeededRandom(4_711);
  const fill = (next: () => string): string => {
    let text = "";
    while (text.length < units) text += next();
    return text;
  };
  return {
    base64: fill(() => draw(random, base64, 76)),
    "base64 lines": fill(() => `${draw(random, base64, 76)}\n`),
    "base64url tokens": fill(() => `ey${draw(random, base64.slice(0, 62) + "-_", 40)}.${draw(random, base64, 43)} `),
    hex: fill(() => hex(random, 64)),
    "hash list": fill(() => `${hex(random, 40)}  ${draw(random, letters, 6)}.txt\n`),
    "HEX dump": fill(() => `${hex(random, 2).toUpperCase()} `),
    uuid: fill(() => `${[8, 4, 4, 4, 12].map((length) => hex(random, length)).join("-")}\n`),
    csv: fill(() => csvLine(random)),
    "numbers as json": fill(
      () => `{"id":${random.below(1e9)},"x":0.${random.below(1e9)},"ok":${random.below(2) === 0}},`,
    ),
    identifiers: fill(() => `call_${draw(random, base64.slice(0, 62), 24)} `),
    "access log": fill(() => accessLine(random)),
    digits: fill(() => `${draw(random, "0123456789", 1 + random.below(20))} `),
  };
}

/** Deterministic texts that are built to mislead an estimator, about `units` units each. */
export function misleadingTexts(units: number, prose: string): Readonly<Record<string, string>> {
  const random = createSeededRandom(1_729);
  const length = Math.ceil(units / prose.length);
  const scripts = ranges.map(([first, last]) => {
    const text = Array.from({ length: units >> 1 }, () => {
      const codePoint = String.fromCodePoint(first + random.below(last - first + 1));
      return random.below(8) === 0 ? `${codePoint} ` : codePoint;
    });
    return [`U+${first.toString(16)}–${last.toString(16)}`, text.join("")] as const;
  });
  return {
    ...Object.fromEntries(scripts),
    rot13: rotate(prose).repeat(length),
    reversed: [...prose].reverse().join("").repeat(length),
    capitals: prose.toUpperCase().repeat(length),
    salad: Array.from({ length: units / 6 }, () => draw(random, letters, 2 + random.below(9))).join(" "),
    printable: Array.from({ length: units }, () => String.fromCharCode(32 + random.below(95))).join(""),
  };
}

function rotate(text: string): string {
  return text.replaceAll(/[a-z]/g, (letter) => letters.charAt((letters.indexOf(letter) + 13) % 26));
}

function csvLine(random: SeededRandom): string {
  const two = (limit: number): string => String(1 + random.below(limit)).padStart(2, "0");
  const amount = (random.below(1_000_000) / 100).toFixed(2);
  return `${random.below(100_000)},${draw(random, letters, 7)},2023-${two(12)}-${two(28)}T${two(23)}:${two(59)}:00Z,${amount},${random.pick(["open", "closed", "true", ""])}\n`;
}

function accessLine(random: SeededRandom): string {
  const host = Array.from({ length: 4 }, () => random.below(256)).join(".");
  return `${host} - - [03/May/2023:${10 + random.below(14)}:22:41 +0000] "GET /berths/${random.below(9999)}?tide=${random.pick(["low", "high"])} HTTP/1.1" ${random.pick([200, 304, 404])} ${random.below(90_000)}\n`;
}

function hex(random: SeededRandom, length: number): string {
  return draw(random, "0123456789abcdef", length);
}

function draw(random: SeededRandom, alphabet: string, count: number): string {
  return Array.from({ length: count }, () => alphabet.charAt(random.below(alphabet.length))).join("");
}
