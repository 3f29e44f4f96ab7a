import { parseArgs } from "node:util";
import { compileOutboundRequestBudget, type OutboundRequest, PlimsollError } from "@plimsoll/core";
import {
  projectAnthropicBody,
  projectGeminiBody,
  projectOpenAIChatBody,
  projectOpenAIResponsesBody,
} from "@plimsoll/core/payloads";
import { loadModelCounter } from "@plimsoll/core/tiktoken";
import { readWhole } from "../read-whole.ts";
import { type ExitCode, type Terminal, UsageError } from "../terminal.ts";
import { budgetView, callView, type ViewOptions } from "../views/call-view.ts";
import { callLine, callsHead } from "../views/calls-table.ts";
import { selectCall } from "./select-call.ts";

export const inspectHelp = `plimsoll inspect FILE            what fills the window, from a dump (the last call)
plimsoll inspect FILE --call 7   another call of it
plimsoll inspect FILE --calls    a line for each call
plimsoll inspect FILE --body anthropic --window 200000
                                 a raw request body: openai-chat, openai-responses, anthropic, gemini
FILE may be - for standard input. --json prints the ledger, --plain draws nothing.`;

const bodies = {
  "openai-chat": projectOpenAIChatBody,
  "openai-responses": projectOpenAIResponsesBody,
  anthropic: projectAnthropicBody,
  gemini: projectGeminiBody,
} as const;

export async function inspect(words: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: {
      call: { type: "string" },
      calls: { type: "boolean", default: false },
      body: { type: "string" },
      window: { type: "string" },
      json: { type: "boolean", default: false },
      plain: { type: "boolean", default: false },
    },
  });
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new UsageError("inspect takes one FILE, or - for standard input");
  const view: ViewOptions = { columns: terminal.columns, plain: values.plain };
  if (values.body !== undefined) {
    const budget = await bodyBudget(await readWhole(terminal.read(file)), values.body, values.window);
    terminal.write(values.json ? `${JSON.stringify(budget)}\n` : `${budgetView(budget, view)}\n`);
    return 0;
  }
  const wanted = values.call === undefined ? undefined : wholeNumber("--call", values.call);
  if (values.calls) terminal.write(`${callsHead}\n`);
  const onCall = values.calls
    ? (call: Parameters<typeof callLine>[0]) => terminal.write(`${callLine(call)}\n`)
    : undefined;
  const { call, growth, tornLines } = await selectCall(terminal.read(file), wanted, onCall);
  if (tornLines > 0) terminal.writeError(`${tornLines} lines of the dump are cut off, and were passed over\n`);
  if (!values.calls) terminal.write(values.json ? `${JSON.stringify(call)}\n` : `${callView(call, growth, view)}\n`);
  return 0;
}

async function bodyBudget(text: string, kind: string, window: string | undefined) {
  const project = Object.hasOwn(bodies, kind) ? bodies[kind as keyof typeof bodies] : undefined;
  if (project === undefined) throw new UsageError(`--body is ${kind}; use ${Object.keys(bodies).join(", ")}`);
  if (window === undefined) throw new UsageError("--body needs --window: the model's context window in tokens");
  const request: OutboundRequest = project(parsedBody(text), { contextWindow: wholeNumber("--window", window) });
  return compileOutboundRequestBudget(request, { counter: await loadModelCounter(request.surface, request.modelId) });
}

function parsedBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new PlimsollError("invalid_request", "the body is no JSON; give one request body as it was sent.", { cause });
  }
}

function wholeNumber(name: string, text: string): number {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
  throw new UsageError(`${name} is ${text}; use a whole number from 1`);
}
