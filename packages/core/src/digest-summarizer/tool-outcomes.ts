import type { MessageContent, ToolCall } from "../outbound-request.ts";
import type { Counted, DigestFacts, ToolUse } from "./digest-facts.ts";
import { messageText } from "./message-text.ts";
import { shorten } from "./shorten.ts";

export interface ToolOutcomes {
  readonly tools: readonly ToolUse[];
  readonly failures: readonly Counted[];
  /** Calls that no result answers, oldest first. */
  readonly unanswered: readonly string[];
}

/** A result says that it failed at its start, or in its last line. */
const inspected = 400;
/** How much of a failed result is searched for the line that says why. */
const searched = 8000;
const startsFailed =
  /^[^\w"]{0,8}(?:[\w./ -]{0,40}: )?(?:\w{0,40}(?:error|exception)\b(?! handling)|err!|fatal|failed|failure|traceback|panic|unknown command|command not found|no such file|permission denied|access denied|cannot |can't |could not |unable to |invalid )/i;
const failedField =
  /"(?:error|is_?error)"\s{0,4}:(?!\s{0,4}(?:null|false|""|\[\]|\{\}|0\b))|"(?:success|ok)"\s{0,4}:\s{0,4}false/i;
const exitCode = /\b(?:exit(?:ed)?(?: with)?(?: code| status)|exit code:|returned? code|error)\s{0,2}[1-9]\d{0,4}\b/i;
/** The line of a failed result that says why, and one that may. */
const report = /^\W{0,8}\w{0,40}(?:error|exception|fatal)\b[^\w.]|\berror\b ?(?:[A-Z]{1,4}\d|:|\[)/i;
const reason =
  /\b\w{0,40}(?:error|exception)\b|\b(?:fatal|failed|denied|not found|no such|cannot|could not|invalid|refused|timed out)\b/i;
/** `ERROR:` and the like. */
const longestLabel = 16;
const longestLine = 240;
const longestArguments = 120;
const longestTool = 64;

interface NamedCall {
  readonly name: string;
  readonly shown: string;
}

/** Repeated ids are answered in order. */
interface SameIdCalls {
  readonly made: NamedCall[];
  answered: number;
}

interface Outcomes {
  readonly tools: Map<string, ToolUse>;
  /** In the order in which each was seen last. */
  readonly failures: Map<string, number>;
  /** By id. */
  readonly calls: Map<string, SameIdCalls>;
}

/** Calls and errors by tool, the telling lines of the errors, and calls without a result. */
export function toolOutcomes(messages: readonly MessageContent[], earlier: DigestFacts | undefined): ToolOutcomes {
  const outcomes: Outcomes = {
    tools: new Map(earlier?.tools.items.map((tool) => [tool.name, tool])),
    failures: new Map(earlier?.failures.items.map(({ text, count }) => [text, count])),
    calls: new Map(),
  };
  for (const message of messages) {
    for (const call of message.toolCalls ?? []) addCall(outcomes, call);
    if (message.role === "tool" || message.role === "function") addResult(outcomes, message);
  }
  return {
    tools: [...outcomes.tools.values()].sort(
      (one, other) => other.calls - one.calls || (one.name < other.name ? -1 : 1),
    ),
    failures: [...outcomes.failures].map(([text, count]) => ({ text, count })),
    unanswered: [...outcomes.calls.values()].flatMap(({ made, answered }) =>
      made.slice(answered).map(({ shown }) => shown),
    ),
  };
}

function addCall({ tools, calls }: Outcomes, call: ToolCall): void {
  const name = toolName(call.name);
  const id = call.id ?? "";
  const sameId = calls.get(id) ?? { made: [], answered: 0 };
  sameId.made.push({ name, shown: `${name}(${shorten(call.arguments, longestArguments)})` });
  calls.set(id, sameId);
  addUse(tools, { name, calls: 1, errors: 0 });
}

function addResult({ tools, failures, calls }: Outcomes, result: MessageContent): void {
  const sameId = calls.get(result.toolCallId ?? "");
  const answered = sameId?.made[sameId.answered];
  if (sameId !== undefined && answered !== undefined) sameId.answered++;
  const line = failureLine(messageText(result));
  if (line === undefined) return;
  const name = answered?.name ?? toolName(result.toolName ?? "");
  addUse(tools, { name, calls: 0, errors: 1 });
  const text = `${name}: ${line}`;
  const count = 1 + (failures.get(text) ?? 0);
  failures.delete(text);
  failures.set(text, count);
}

function addUse(tools: Map<string, ToolUse>, { name, calls, errors }: ToolUse): void {
  const known = tools.get(name);
  tools.set(name, { name, calls: calls + (known?.calls ?? 0), errors: errors + (known?.errors ?? 0) });
}

/** Without the marks that a digest's list of tools is written with. */
function toolName(name: string): string {
  return shorten(name.replace(/[,×()]/g, " "), longestTool) || "tool";
}

function failureLine(text: string): string | undefined {
  const start = text.slice(0, inspected).trimStart();
  const end = text.slice(-inspected).trimEnd();
  const last = end.slice(end.lastIndexOf("\n") + 1);
  if (!startsFailed.test(start) && !failedField.test(start) && !exitCode.test(last)) return undefined;
  return tellingLine([...text.slice(0, searched).split("\n"), ...end.split("\n")].map((line) => line.trim()));
}

/** The first line that reports the failure, with the next one where it is a mere label. */
function tellingLine(lines: readonly string[]): string {
  const places = [report, reason, /\S/].map((pattern) =>
    lines.findIndex((line) => pattern.test(line.slice(0, inspected))),
  );
  const place = places.find((each) => each >= 0) ?? 0;
  const line = lines[place] ?? "";
  return shorten(line.length < longestLabel ? `${line} ${lines[place + 1] ?? ""}` : line, longestLine);
}
