import { PlimsollError } from "../errors.ts";
import type { TokenCounter } from "../token-counter.ts";

/**
 * About 1 KB with every kind of piece and code point: words of each case, contractions, digits, white space, scripts of
 * one to four bytes a letter, marks, a lone surrogate, runs too long for a single token.
 */
export const selfCheckText: string = [
  "They're sure we've said I'm he'd I'll; rock'n'roll, l'a, o'rx, d'vu, 'lx 'rE 'VE 'M 'D ſ's\n",
  "Hello, world! It's 2024 and we'LL don'T PANIC: 'tis HTTPServer_v2, XMLHttpRequest; naïve café, ŒUVRE, Ǆ ǅ.\r\n\r\n",
  '  \tif (user?.items[0] === 10_000) { return "/usr/bin/env" + foo/bar; } // ======\n\n\n   \t  {"id":"a1b2c3","n":-1.5e10}\n',
  "Привет, мир! Γειά σου Κόσμε. שלום עולם مرحبا بالعالم हिन्दी भाषा ภาษาไทย 中文字符，日本語テキスト 한국어. \u2028\u00a0\u3000x\u0085y\ufeffz ",
  "😀👍🏽👩‍👩‍👧 🇺🇳 e\u0301\u0301a \u0301ABC !\u0301x ½²٣ ﬁ ʰa 'ſ \ud800 \udc00 \u{1d400}\u{20000} │──┼──│ <|endoftext|> ////\r\n",
  "antidisestablishmentarianism zxqjvkwp Zxqjvkwp zxqjvkwp 5f4dcc3b5aa765d61d8327deb882cf99 aGVsbG8gd29ybGQhIQ== ",
  "qwertzuiopasdfghjklyxcvbnm".repeat(5),
  "?!".repeat(60),
  "   ",
].join("");

/**
 * Throws `internal` unless `counter` counts the self-check text as `expected`: the ranks are those of another encoding,
 * or the engine runs the code wrongly. Counted twice, so that remembered pieces are checked too. It also shows the
 * engine all paths before any is compiled: the first real text then counts a third faster.
 */
export function selfCheck(counter: TokenCounter, expected: number): void {
  for (const counted of [counter.count(selfCheckText), counter.count(selfCheckText)]) {
    if (counted === expected) continue;
    const numbers = `it counts ${counted} tokens in the self-check text instead of ${expected}`;
    throw new PlimsollError("internal", `The ${counter.id} counter is not sound: ${numbers}. Reinstall js-tiktoken.`, {
      details: { counter: counter.id, version: counter.version, counted, expected },
    });
  }
}
