import { classOf } from "./unicode-classes.ts";

/**
 * A text as the tokenizers see it: its UTF-8 bytes, and for each byte the class of the code point it belongs to, so that
 * splitters walk bytes without decoding anything. Zeros stand behind the end of both, {@link slack} of them: looking
 * ahead needs no bounds check, and no class is 0.
 */
export interface ClassifiedText {
  bytes: Uint8Array;
  /** The same bytes, to read words from. */
  view: DataView;
  classes: Uint8Array;
  length: number;
}

/** As far as splitters and mergers look ahead, and more. */
const slack = 8;
/** Bytes for which room is kept between texts. */
const keptCapacity = 1 << 18;
/** UTF-8 bytes of the longest UTF-16 code unit (a surrogate pair is two units and four bytes). */
const longestCodeUnit = 3;
const encoder = new TextEncoder();

/** A reusable buffer: 512 KB from the first text on; more only while a longer text is in it. */
export function createClassifiedText(): ClassifiedText {
  return { ...buffersFor(0), length: 0 };
}

function buffersFor(capacity: number): Pick<ClassifiedText, "bytes" | "view" | "classes"> {
  const bytes = new Uint8Array(capacity + slack);
  return { bytes, view: new DataView(bytes.buffer), classes: new Uint8Array(capacity + slack) };
}

/** Puts `text` into the buffer. A lone surrogate becomes U+FFFD. */
export function classify(text: string, target: ClassifiedText): void {
  encode(text, target);
  const { bytes, classes, length } = target;
  for (let at = 0; at < length;) {
    const lead = bytes[at] ?? 0;
    if (lead < 0x80) {
      classes[at++] = classOf(lead);
      continue;
    }
    const end = codePointEnd(bytes, at);
    const kind = classOf(codePointOf(bytes, at));
    do classes[at++] = kind;
    while (at < end);
  }
  for (let at = length; at < length + slack; at++) bytes[at] = classes[at] = 0;
}

/** Encodes into the buffer, made longer for a text that does not fit and short again for the next that needs less. */
function encode(text: string, target: ClassifiedText): void {
  reserve(target, text.length);
  const { read, written } = encoder.encodeInto(text, target.bytes);
  target.length = written;
  const { bytes } = target;
  if (read === text.length && written + slack <= bytes.length) return;
  reserve(target, written + (text.length - read) * longestCodeUnit);
  target.bytes.set(bytes);
  target.length += encoder.encodeInto(text.slice(read), target.bytes.subarray(written)).written;
}

function reserve(target: ClassifiedText, capacity: number): void {
  const present = target.bytes.length - slack;
  const isFit = capacity <= present && (present === keptCapacity || capacity > keptCapacity);
  if (!isFit) Object.assign(target, buffersFor(Math.max(capacity, keptCapacity)));
}

/** First byte after the code point that begins at `start`. */
export function codePointEnd(bytes: Uint8Array, start: number): number {
  const lead = bytes[start] ?? 0;
  if (lead < 0x80) return start + 1;
  return start + (lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4);
}

/** The code point of more than one byte that begins at `start`. */
function codePointOf(bytes: Uint8Array, start: number): number {
  const lead = bytes[start] ?? 0;
  const second = (bytes[start + 1] ?? 0) & 0x3f;
  if (lead < 0xe0) return ((lead & 0x1f) << 6) | second;
  const third = (bytes[start + 2] ?? 0) & 0x3f;
  if (lead < 0xf0) return ((lead & 0x0f) << 12) | (second << 6) | third;
  return ((lead & 0x07) << 18) | (second << 12) | (third << 6) | ((bytes[start + 3] ?? 0) & 0x3f);
}
