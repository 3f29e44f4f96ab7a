import { BaseCallbackHandler } from "@langchain/core/callbacks/base";
import type { LLMResult } from "@langchain/core/outputs";
import { compareUsage, type PendingCall, type UsageSoFar } from "./compare-usage.ts";
import { examineCall } from "./examine-call.ts";
import { type ChatModelStart, readCall } from "./gate-call.ts";
import { type BudgetGateOptions, parseGateOptions, type ParsedGateOptions } from "./gate-options.ts";
import { type GateRecord, recordOf, type UsageReport } from "./gate-report.ts";

/**
 * A callback that measures every chat-model call of a run after all middleware and `bindTools`, and refuses what is over
 * its window before any network call. One line: `agent.invoke(input, { callbacks: [budgetGate()] })`, or
 * `agent.withConfig({ callbacks: [budgetGate()] })`, or `callbacks` of a model's constructor.
 *
 * It works alone, with the windows that it is told; beside `contextBudgetMiddleware` it takes that one's window and
 * counter for the same model, and tells what became of the request since. Reports go to `onGate` and `onUsage` and, in a
 * graph, to the custom stream. A refusal is also printed to the console by LangChain, as every error of a callback.
 *
 * @throws PlimsollError `invalid_options` here; `context_budget_exceeded`, `context_window_unknown` or `invalid_request`
 * from the call.
 */
export function budgetGate(options: BudgetGateOptions = {}): BaseCallbackHandler {
  return new BudgetGate(parseGateOptions(options));
}

/** Calls remembered until they are answered; more are lost answers, of runs that were broken off. */
const mostPending = 1_024;

interface AnsweredCall extends PendingCall {
  readonly writer: Writer;
}

/** LangChain demands a class. */
class BudgetGate extends BaseCallbackHandler {
  override readonly name = "plimsoll_budget_gate";
  /** What is thrown stops the call, and the call waits for it. */
  override raiseError = true;
  override awaitHandlers = true;
  readonly #options: ParsedGateOptions;
  readonly #pending = new Map<string, AnsweredCall>();
  #usage: UsageSoFar = { calls: 0, worstRatio: 0 };

  constructor(options: ParsedGateOptions) {
    super();
    this.#options = options;
  }

  /** One gate keeps one account, wherever it is attached. */
  override copy(): BaseCallbackHandler {
    return this;
  }

  override async handleChatModelStart(...start: ChatModelStart): Promise<void> {
    const call = readCall(start, this.#options.surface);
    const { report, refusal } = await examineCall(call, this.#options);
    const writer = writerOf(call.options);
    tell(report, this.#options.onGate);
    tell(recordOf(report), writer);
    if (refusal !== undefined) throw refusal;
    if (report.budget !== null) this.#remember(call.runId, { call: report.call, budget: report.budget, writer });
  }

  override handleLLMEnd(output: LLMResult, runId: string): void {
    const pending = this.#pending.get(runId);
    if (pending === undefined) return;
    this.#pending.delete(runId);
    const usage = compareUsage(pending, output, this.#usage);
    if (usage === undefined) return;
    this.#usage = usage;
    tell(usage, this.#options.onUsage);
    tell(usage, pending.writer);
  }

  override handleLLMError(_error: unknown, runId: string): void {
    this.#pending.delete(runId);
  }

  #remember(runId: string, call: AnsweredCall): void {
    this.#pending.set(runId, call);
    const [oldest] = this.#pending.size > mostPending ? this.#pending.keys() : [];
    if (oldest !== undefined) this.#pending.delete(oldest);
  }
}

/** Writes to the custom stream; absent outside a graph run. */
type Writer = ((event: GateRecord | UsageReport) => void) | undefined;

/** A graph hands its stream's writer down with the options of the call. */
function writerOf({ writer }: Readonly<Record<string, unknown>>): Writer {
  return typeof writer === "function" ? (event) => writer(event) : undefined;
}

/** A request neither fails nor passes because nobody could be told of it; a listener may be asynchronous although nobody waits for it. */
function tell<E>(event: E, listener: ((event: E) => unknown) | undefined): void {
  try {
    const returned = listener?.(event);
    if (returned instanceof Promise) returned.catch(() => undefined);
  } catch {
    // A listener's error is the listener's.
  }
}
