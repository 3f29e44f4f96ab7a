import { createSeededRandom } from "./seeded-random.ts";

const base64Alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** Unbroken runs on which other tokenizers turn quadratic: by name, a text of exactly the asked number of UTF-16 units. */
export const longShapes: Readonly<Record<string, (units: number) => string>> = {
  "one letter": (units) => "a".repeat(units),
  "random letters": (units) => randomFrom("abcdefghijklmnopqrstuvwxyz", units),
  "random capitals": (units) => randomFrom("ABCDEFGHIJKLMNOPQRSTUVWXYZ", units),
  digits: (units) => randomFrom("0123456789", units),
  punctuation: (units) => randomFrom("!?.,;:-_#*+~=()[]{}<>|&%$@^", units),
  "one symbol": (units) => "=".repeat(units),
  spaces: (units) => " ".repeat(units),
  newlines: (units) => "\n".repeat(units),
  "mixed white space": (units) => randomFrom(" \t\n\r\u00a0\u3000", units),
  chinese: (units) =>
    randomFrom(
      "的一是不了人我在有他这中大来上国个到说们为子和你地出道也时年得就那要下以生会自着去之过家学对可她里后小么心多天而能好都然没日于起还发成事只作当想看文无开手十用主行方又如前所本见经头面公同三已老从动两长",
      units,
    ),
  thai: (units) => randomFrom("กขคงจฉชซญดตถทธนบปผฝพฟภมยรลวศษสหอฮะาิีึืุูเแโใไ่้", units),
  emoji: (units) => "😀👍🏽👩‍👩‍👧🎉".repeat(Math.ceil(units / 17)).slice(0, units),
  "combining marks": (units) => randomFrom("\u0300\u0301\u0302\u0303\u0308\u0323\u0330", units),
  "box drawing": (units) => "─".repeat(units),
  base64: (units) => randomFrom(base64Alphabet, units),
};

function randomFrom(alphabet: string, units: number): string {
  const random = createSeededRandom(units);
  const parts: string[] = [];
  for (let at = 0; at < units; at++) parts.push(alphabet.charAt(random.below(alphabet.length)));
  return parts.join("");
}
