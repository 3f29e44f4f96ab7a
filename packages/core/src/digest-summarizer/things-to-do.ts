import type { MessageContent } from "../outbound-request.ts";
import { messageText } from "./message-text.ts";
import { readArguments } from "./read-arguments.ts";
import { shorten } from "./shorten.ts";

const listed =
  /^\s{0,40}(?:[-*+]|\d{1,3}[.)])\s{1,4}\[ \]\s|^\s{0,40}(?:[-*+#/]{0,4}\s{0,4})(?:TODO|FIXME)\b|^\W{0,8}(?:next steps?|remaining|still (?:to do|open|missing|need)|not yet|left to do)\b/i;
const longestLine = 200;
/** More than this is a file, not a list of next steps. */
const mostLines = 40;

/**
 * The last list of things to do that the assistant wrote, in its order: open tasks (none where all are done), unticked
 * boxes, next steps. Undefined where it wrote none.
 */
export function thingsToDo(messages: readonly MessageContent[]): readonly string[] | undefined {
  for (const message of messages.toReversed()) {
    if (message.role !== "assistant") continue;
    const calls = (message.toolCalls ?? []).map((call) => readArguments(call.arguments));
    const tasks = calls.findLast(({ todos }) => todos !== undefined)?.todos;
    if (tasks !== undefined) return tasks.slice(0, mostLines).map((task) => shorten(task, longestLine));
    const lines = todoLines([...calls.flatMap(({ texts }) => texts), messageText(message)]);
    if (lines.length > 0) return lines;
  }
  return undefined;
}

function todoLines(texts: readonly string[]): readonly string[] {
  const lines: string[] = [];
  for (const text of texts)
    for (const line of text.split("\n"))
      if (lines.length < mostLines && listed.test(line.slice(0, longestLine)))
        lines.push(shorten(line.replace(/^\s*[-*+]\s+/, ""), longestLine));
  return lines;
}
