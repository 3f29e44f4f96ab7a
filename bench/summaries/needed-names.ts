import type { MessageContent, SummaryTurn } from "@plimsoll/core";
import { namesInText } from "../../packages/core/src/digest-summarizer/names-in-text.ts";
import { readArguments } from "../../packages/core/src/digest-summarizer/read-arguments.ts";

/** Distinct names of texts. */
export interface Names {
  readonly paths: ReadonlySet<string>;
  readonly identifiers: ReadonlySet<string>;
}

/** Names that the turns after a cut write, in messages and arguments of calls, and that the turns before it know. */
export function neededNames(before: readonly SummaryTurn[], after: readonly SummaryTurn[]): Names {
  const known = namesOf(before.flatMap(({ messages }) => messages.flatMap(allTexts)));
  const written = namesOf(after.flatMap(({ messages }) => messages.flatMap(writtenTexts)));
  const knownEnds = new Set([...known.paths].flatMap(endsOf));
  return {
    paths: new Set([...written.paths].filter((path) => knownEnds.has(bare(path)))),
    identifiers: new Set([...written.identifiers].filter((name) => known.identifiers.has(name))),
  };
}

/**
 * Those of the names that a text holds. A path is held by a path that ends like it, or that it ends like; an identifier
 * by the word, or the dotted chain.
 */
export function heldNames(text: string, needed: Names): Names {
  const found = namesOf([text]);
  const held = new Set([...found.paths].map(bare));
  const heldEnds = new Set([...found.paths].flatMap(endsOf));
  const words = new Set(text.split(/[^\w$]+/));
  return {
    paths: new Set(
      [...needed.paths].filter((path) => heldEnds.has(bare(path)) || endsOf(path).some((end) => held.has(end))),
    ),
    identifiers: new Set(
      [...needed.identifiers].filter(
        (name) => words.has(name) || found.identifiers.has(name) || (name.includes(".") && text.includes(name)),
      ),
    ),
  };
}

function namesOf(texts: readonly string[]): Names {
  const names = { paths: new Set<string>(), identifiers: new Set<string>() };
  for (const text of texts)
    for (const { kind, name } of namesInText(text)) (kind === "path" ? names.paths : names.identifiers).add(name);
  return names;
}

function bare(path: string): string {
  return path.replace(/^(?:\.{0,2}\/)+/, "");
}

/** A path and every shorter way of writing it. */
function endsOf(path: string): readonly string[] {
  const segments = bare(path).split("/");
  return segments.map((_, index) => segments.slice(index).join("/"));
}

function allTexts(message: MessageContent): readonly string[] {
  return [textOf(message), ...argumentTexts(message)];
}

function writtenTexts(message: MessageContent): readonly string[] {
  return message.role === "assistant" ? allTexts(message) : [];
}

function textOf({ content }: MessageContent): string {
  return typeof content === "string" ? content.replace(/\\[nrt]/g, " ") : "";
}

function argumentTexts({ toolCalls = [] }: MessageContent): readonly string[] {
  return toolCalls.flatMap((call) => readArguments(call.arguments).texts);
}
