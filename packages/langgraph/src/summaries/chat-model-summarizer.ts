import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { HumanMessage, SystemMessage } from "@langchain/core/messages";
import {
  canonicalJson,
  compileOutboundRequestBudget,
  conservativeCounter,
  PlimsollError,
  pureDigest,
  type Summarizer,
  type SummaryRequest,
  type TokenCounter,
} from "@plimsoll/core";
import { type ChatModelFacts, chatModelFacts } from "./chat-model-facts.ts";
import { cutToCap } from "./cut-to-cap.ts";
import { draftOf } from "./draft-of-answer.ts";
import { fillTemplate, requirePlaces, type SummaryPrompt, workingSummaryPrompt } from "./prompts.ts";

/** What a summarizer of a chat model can be told. */
export interface ChatModelSummarizerOptions {
  /** Any chat model, without tools bound. */
  readonly model: BaseChatModel;
  /** Default `workingSummaryPrompt`. */
  readonly prompt?: SummaryPrompt;
  /** The model's context window in tokens. Default: its profile's `maxInputTokens`. */
  readonly contextWindow?: number;
  /** Most input tokens of one call. Default: the window less the answer's tokens (the model's max tokens, else 20 % of the window). */
  readonly maxInputTokens?: number;
  /** Counter of its input. Default: the conservative estimator, which errs high whatever the model. */
  readonly tokenCounter?: TokenCounter;
  /** How often a call that failed is made again, beside the client's own retries. Default 1. */
  readonly maxRetries?: number;
}

/** Keeps the tokens of a call out of the user's stream. */
const silentCall = { runName: "context-summary", tags: ["nostream"], metadata: { lc_source: "summarization" } };

/**
 * Summaries written by a chat model. Its tokens never reach the user's stream, no tools are bound, and its own request
 * is measured by the same compiler as every other.
 *
 * @throws PlimsollError `context_window_unknown` where no bound of its input is known; `invalid_options` for a prompt
 * without a place for its data, or numbers that are not whole.
 */
export function chatModelSummarizer(options: ChatModelSummarizerOptions): Summarizer {
  const { model, prompt = workingSummaryPrompt, maxRetries = 1, tokenCounter = conservativeCounter } = options;
  requirePlaces(prompt);
  requireWhole("maxRetries", maxRetries, 0);
  const facts = chatModelFacts(model);
  const bound = inputBound(options, facts);
  const ask = async (request: SummaryRequest, signal: AbortSignal | undefined) => {
    const messages = [new SystemMessage(prompt.system), new HumanMessage(fillTemplate(prompt, request))];
    return model.invoke(messages, signal === undefined ? silentCall : { ...silentCall, signal });
  };
  return {
    id: "plimsoll-chat-model",
    version: "1",
    configDigest: pureDigest.sha256(canonicalJson({ ...prompt, model: facts.identity }, "summarizer")),
    defaultStrategy: "recursive",
    maxInputTokens: bound,
    inputTokens: (request) => inputTokens(request, { prompt, bound, modelId: facts.modelId, counter: tokenCounter }),
    summarize: async (request, { signal }) => {
      for (let retries = maxRetries; ; retries--) {
        signal?.throwIfAborted();
        try {
          const answer = await ask(request, signal);
          signal?.throwIfAborted();
          const draft = draftOf(answer);
          return { ...draft, text: cutToCap(draft.text, request) };
        } catch (error) {
          if (retries <= 0 || signal?.aborted === true || !mayPass(error)) throw error;
        }
      }
    },
  };
}

function inputBound({ contextWindow, maxInputTokens }: ChatModelSummarizerOptions, facts: ChatModelFacts): number {
  if (maxInputTokens !== undefined) return requireWhole("maxInputTokens", maxInputTokens, 1);
  const window = contextWindow === undefined ? facts.contextWindow : requireWhole("contextWindow", contextWindow, 1);
  if (window === undefined) {
    throw new PlimsollError(
      "context_window_unknown",
      `the context window of the summarizer's model "${facts.modelId}" is not known: its profile states no maxInputTokens; set contextWindow: <tokens> or maxInputTokens: <tokens>.`,
      { details: { modelId: facts.modelId } },
    );
  }
  return Math.max(1, window - Math.min(facts.maxTokens ?? Math.floor(window / 5), window));
}

interface InputAccounting {
  readonly prompt: SummaryPrompt;
  readonly bound: number;
  readonly modelId: string;
  readonly counter: TokenCounter;
}

/** The whole request, with the margin for a count that is not exact. */
function inputTokens(request: SummaryRequest, { prompt, bound, modelId, counter }: InputAccounting): number {
  const budget = compileOutboundRequestBudget(
    {
      surface: "generic",
      modelId,
      contextWindow: bound,
      reservations: { output: 0 },
      segments: [
        { type: "message", kind: "system", message: { role: "system", content: prompt.system } },
        { type: "message", kind: "task", message: { role: "user", content: fillTemplate(prompt, request) } },
      ],
      settings: {},
    },
    { counter },
  );
  return budget.projectedTotalTokens;
}

/** A request the provider will not take is not taken a second time; timeouts, conflicts and rate limits pass. */
function mayPass(error: unknown): boolean {
  const status: unknown = typeof error === "object" && error !== null ? Reflect.get(error, "status") : undefined;
  return typeof status !== "number" || status < 400 || status >= 500 || [408, 409, 429].includes(status);
}

function requireWhole(field: string, value: number, minimum: number): number {
  if (Number.isSafeInteger(value) && value >= minimum) return value;
  throw new PlimsollError(
    "invalid_options",
    `${field} is ${String(value)}; it is a whole number of at least ${minimum}.`,
    { details: { field, value } },
  );
}
