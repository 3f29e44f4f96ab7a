import { createSeededRandom, type SeededRandom } from "./seeded-random.ts";

const english =
  `the of and to in is that for it as was with be by on not he this are or his from at which but have an had they you were
their one all we can her has there been if more when will would who so no said what up its about into than them only other
new some could time these two may then do first any my now such like our over man me even most made after also did many
before must through back years where much your way well down should because each just those people how too little state
good very make world still own see men work long get here between both life being under never day same another know while
last might us great old year off come since against go came right used take three request message context window model
tokens budget summary history provider ledger count evidence authority system replay checkpoint conversation compaction
unbelievable responsibility infrastructure nevertheless simultaneously approximately characteristics implementation`.split(
    /\s+/,
  );
const identifiers =
  `request response options message handler index value result config state context buffer stream client server session
token counter segment ledger budget window record store cache parse render encode decode compile resolve validate create
update remove insert lookup iterator callback promise listener emitter schema payload header cursor offset length`.split(
    /\s+/,
  );
const other = {
  german:
    `der die und in den von zu das mit sich des auf für ist im dem nicht ein eine als auch es an werden aus er hat dass
sie nach wird bei einer um am sind noch wie einem über einen so zum war haben nur oder aber vor zur bis mehr durch man
Übergangsbestimmungen Rechtsschutzversicherung Geschwindigkeit möglicherweise größere Straße`.split(/\s+/),
  russian:
    `и в не на я быть он с что а по это она этот к но они мы весь который из у то за свой ты год от так о для же все
сказать человек один еще бы такой только себя какой когда уже время если нет дело жизнь предоставление обслуживание`.split(
      /\s+/,
    ),
  hindi: `के में है की से को और का पर यह नहीं एक कि इस वह लिए हैं था तो कर भी हो गया अपने साथ जो कुछ सरकार प्रधानमंत्री`.split(
    /\s+/,
  ),
  arabic: `في من على إلى أن هذا التي الذي عن مع كان بعد قبل حيث بين كل ذلك هذه عند غير المعلومات الاقتصادية`.split(
    /\s+/,
  ),
  korean:
    `그 이 있다 하다 것 들 되다 수 보다 않다 없다 나 사람 주다 아니다 등 같다 우리 때 년 가다 한국어 데이터베이스`.split(
      /\s+/,
    ),
};
const chinese =
  "的一是不了人我在有他这中大来上国个到说们为子和你地出道也时年得就那要下以生会自着去之过家学对可她里后小么心多天而能好都然没日于起还发成事只作当想看文无开手十用主行方又如前所本见经头面公同三已老从动两长知民样现分将外但身些与高意进把法此实回二理美点月明其种声全工己话儿者向情部正名定女问力机给等";
const kana =
  "のにはをたがでてとしれさあいうえおかきくけこまみむめもやゆよらりるろわんアイウエオカキクケコサシスセソタチツテト漢字日本語文章";

/** Deterministic texts like those that agents send: by name, each of about `units` UTF-16 units. */
export function generatedTexts(units: number): Readonly<Record<string, string>> {
  const random = createSeededRandom(20_260);
  const fill = (next: (random: SeededRandom) => string): string => {
    let text = "";
    while (text.length < units) text += next(random);
    return text;
  };
  return {
    "english prose": fill(() => sentence(random, english, ". ")),
    "source code": fill(codeBlock),
    json: fill(jsonLine),
    logs: fill(logLine),
    markdown: fill(
      () =>
        `## ${sentence(random, english, "\n\n")}- **${random.pick(english)}**: \`${identifier(random)}\` ${sentence(random, english, "\n")}`,
    ),
    "european languages": fill(() => sentence(random, random.pick([other.german, other.russian]), ". ")),
    "other scripts": fill(() => sentence(random, random.pick([other.hindi, other.arabic, other.korean]), ". ")),
    "chinese and japanese": fill(
      () => characters(random, random.pick([chinese, kana]), 5 + random.below(20)) + random.pick(["，", "。", "、\n"]),
    ),
    "base64 and hashes": fill(opaqueLine),
    "tables and numbers": fill(
      () => `${Array.from({ length: 8 }, () => (random.below(1_000_000) / 100).toFixed(2)).join(",")}\n`,
    ),
    "chat with emoji": fill(
      () => `${sentence(random, english, "")}${random.pick([" 😀", " 👍🏽!", " ❤️", "…", "?!", " 👩‍👩‍👧 "])}\n`,
    ),
  };
}

/** Common words come first and are chosen more often, as in real text. */
function word(random: SeededRandom, words: readonly string[]): string {
  return words[Math.min(random.below(words.length), random.below(words.length))] ?? "";
}

function sentence(random: SeededRandom, words: readonly string[], end: string): string {
  const text = Array.from({ length: 6 + random.below(14) }, () => word(random, words)).join(" ");
  const contraction = random.below(5) === 0 ? " it doesn't" : "";
  return text.charAt(0).toUpperCase() + text.slice(1) + contraction + end;
}

function identifier(random: SeededRandom): string {
  const parts = Array.from({ length: 1 + random.below(3) }, () => random.pick(identifiers));
  if (random.below(4) === 0) return parts.join("_");
  return parts.map((part, at) => (at === 0 ? part : part.charAt(0).toUpperCase() + part.slice(1))).join("");
}

function codeBlock(random: SeededRandom): string {
  const [a, b, c] = [identifier(random), identifier(random), identifier(random)];
  return random.pick([
    `export function ${a}(${b}: ${c}[]): number {\n  if (${b}.length === 0) return ${random.below(4096)};\n  return ${b}.map((${c}) => ${c}.${a}).reduce((x, y) => x + y, 0);\n}\n\n`,
    `\tconst ${a} = await ${b}.${c}({ ${a}, ${b}: "${sentence(random, english, "")}" });\n`,
    `    # ${sentence(random, english, "\n")}    for ${a} in range(0x${random.below(65536).toString(16)}):\n        self.${b}[${a}] += ${c}(${a})\n`,
    `  "${a}": { "${b}": ${random.below(100)}, /* ${c} */ },\n`,
  ]);
}

function jsonLine(random: SeededRandom): string {
  return `{"id":"${hex(random, 12)}","${identifier(random)}":${random.below(100_000) / 10},"${identifier(random)}":["${word(random, english)}","${sentence(random, english, "")}"],"ok":${random.below(2) === 0}}\n`;
}

function logLine(random: SeededRandom): string {
  const two = (limit: number): string => String(random.below(limit)).padStart(2, "0");
  return `2026-0${1 + random.below(9)}-${two(28)}T${two(24)}:${two(60)}:${two(60)}.${random.below(1000)}Z ${random.pick(["INFO ", "WARN ", "ERROR"])} [${identifier(random)}] ${identifier(random)}=${hex(random, 8)} took ${random.below(5000)}ms status=${random.pick([200, 404, 500])} /api/v1/${identifier(random)}/${random.below(99_999)}\n`;
}

function opaqueLine(random: SeededRandom): string {
  const base64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  return random.below(2) === 0
    ? `${characters(random, base64, 76)}\n`
    : `${hex(random, 64)}  ${identifier(random)}.ts\n`;
}

function hex(random: SeededRandom, length: number): string {
  return characters(random, "0123456789abcdef", length);
}

function characters(random: SeededRandom, alphabet: string, count: number): string {
  return Array.from({ length: count }, () => alphabet.charAt(random.below(alphabet.length))).join("");
}
