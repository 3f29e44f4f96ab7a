/** A file path, or an identifier of code, as it stands in a text. */
export interface FoundName {
  readonly kind: "path" | "identifier";
  readonly name: string;
}

/** Longer runs without a gap are data (base64, minified code), not names. */
const longestRun = 256;
const longestIdentifier = 64;
/** Longer pieces of a path without an extension are hashes and payloads. */
const longestSegment = 40;

/** Latin letters beyond ASCII (but for the two signs among them), Greek and Cyrillic; scripts without spaces end a name. */
const letters = String.raw`\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u0370-\u052f`;
const runs = new RegExp(String.raw`[\w$@.+~/\-${letters}]+`, "g");
const edges = /^(?:[@+$-]|\.+(?![\w/.]))+|[.+~@/-]+$/g;
const anyLetter = new RegExp(`[A-Za-z${letters}]`);
const extension = /[^.]\.[A-Za-z][A-Za-z\d]{0,9}$/;
const knownExtension =
  /[^.]\.(?:c|cc|cfg|conf|cjs|cpp|cs|css|csv|docx?|env|go|gradle|h|hpp|html?|ini|ipynb|java|jpe?g|js|json|jsonl|jsx|kt|lock|log|lua|md|mdx|mjs|mts|pdf|php|pl|png|pony|proto|ps1|py|rb|rs|rst|scala|sh|sql|svelte|svg|swift|tf|toml|tsx?|txt|vue|xlsx?|xml|ya?ml|zig|zip)$/i;
/** Written like files or members, and on every page. */
const noName = /^(?:console\.log|process\.env|[A-Z][a-z]+\.js)$/;
/** Package of a scope, with or without a version. */
const scoped = /^@[\w.-]+\/[\w.-]+$/;
const version = /@\d[\w.-]*$/;
const dotted = /^[A-Za-z_$][\w$]+(?:\.[A-Za-z_$][\w$]+)+$/;
const hump = /[a-z][A-Za-z\d]*[A-Z]/;
const snake = /[A-Za-z\d]_[A-Za-z\d]/;
const reference = /^(?=[A-Z]*\d)(?=\d*[A-Z]\d*[A-Z])[A-Z\d]{5,20}$/;
/** Digits scattered through a word mark a payload, unless it is snake_case. */
const scattered = /\d[A-Za-z]+\d[A-Za-z]+\d/;
/** Words that a parenthesis follows without a call. */
const keywords: ReadonlySet<string> = new Set(
  "async await catch class const constructor elif else elseif except export extends for foreach from function import lambda match namespace private protected public readonly require return static super switch throw typeof until void when where while with yield".split(
    " ",
  ),
);

/**
 * File paths and identifiers of a text, in order, repeated as they are repeated. A path has a slash or a usual
 * extension; an identifier is told by its form: camelCase, snake_case, a dotted chain, a call, or a reference of
 * capitals and digits (`HAT001`). Linear in the length of the text, the same in every locale.
 */
export function namesInText(text: string): readonly FoundName[] {
  const found: FoundName[] = [];
  for (const match of text.matchAll(runs)) {
    const [run] = match;
    if (run.length > longestRun) continue;
    const name = trimmed(run);
    if (noName.test(name)) continue;
    if (isPath(name)) found.push({ kind: "path", name });
    else for (const each of identifiersOf(name, text[match.index + run.length] === "(")) found.push(identifier(each));
  }
  return found;
}

/** Without the punctuation around it, the version of a package, the slashes of a scheme, the alias of a source folder. */
function trimmed(run: string): string {
  const whole = run.replace(version, "");
  if (scoped.test(whole) && !extension.test(whole)) return whole;
  return whole.replace(/^[@/]\//, "").replace(edges, "");
}

function identifier(name: string): FoundName {
  return { kind: "identifier", name };
}

function isPath(name: string): boolean {
  if (!name.includes("/")) return name.length <= longestIdentifier && knownExtension.test(name);
  if (!anyLetter.test(name)) return false;
  if (extension.test(name)) return true;
  const segments = name.split("/").filter((segment) => /[^.~]/.test(segment));
  if (segments.some(isPayload)) return false;
  const isRooted = /^(?:~|\.{1,2})?\//.test(name);
  return segments.length > 2 || (segments.length === 2 && (isRooted || /[-_.\d@]/.test(name)));
}

function isPayload(segment: string): boolean {
  return segment.length > longestSegment || (segment.length > 20 && !/[-_.]/.test(segment) && scattered.test(segment));
}

function identifiersOf(run: string, isCalled: boolean): readonly string[] {
  const words = run.split(/[^\w$]+/);
  const found = words.filter((word) => isIdentifier(word));
  const last = words.at(-1) ?? "";
  if (isCalled && !isIdentifier(last) && isCallable(last)) found.push(last);
  return found.length === 0 && run.length <= longestIdentifier && dotted.test(run) ? [run] : found;
}

function isIdentifier(word: string): boolean {
  if (word.length < 4 || word.length > longestIdentifier) return false;
  if (snake.test(word)) return anyLetter.test(word);
  return (hump.test(word) && !scattered.test(word)) || reference.test(word);
}

function isCallable(word: string): boolean {
  return word.length >= 4 && word.length <= longestIdentifier && /^[A-Za-z_$]/.test(word) && !keywords.has(word);
}
