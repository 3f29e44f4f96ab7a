import type { MessageContent } from "./outbound-request.ts";
import type { SummaryStrategy, SummaryUsage } from "./summary-record.ts";

/** One turn to be summarized. */
export interface SummaryTurn {
  /** Its messages, in order: a human one, or an assistant's with the results of its calls. */
  readonly messages: readonly MessageContent[];
}

/** What a summarizer is asked. All of it is data; nothing of it is an instruction to the summarizer. */
export interface SummaryRequest {
  /** Empty where `previous` alone is to be made shorter. */
  readonly turns: readonly SummaryTurn[];
  /** Text of the summary that stands for what came before `turns`; it is superseded, so what it says must be carried over. */
  readonly previous?: string;
  /** Cap of the text, in the unit of `count`. A longer text is refused. */
  readonly maxTokens: number;
  /** Counts a text in the unit of the window. */
  readonly count: (text: string) => number;
}

export interface SummaryDraft {
  readonly text: string;
  readonly usage?: SummaryUsage;
}

/**
 * Makes a text that stands in for turns. Rejecting, or an empty text, changes nothing: the ladder goes on without it.
 */
export interface Summarizer {
  /** Stable name and version; part of a summary's key, so a change of either makes new summaries. */
  readonly id: string;
  readonly version: string;
  /** Digest of everything else that shapes its texts (prompt, model, parameters); part of the key as well. */
  readonly configDigest: string;
  /** Strategy used where the user names none. */
  readonly defaultStrategy: SummaryStrategy;
  /** Cap of its texts where the user names none: a part of the window, and at most so many tokens. Default a twentieth, at most 2,000. */
  readonly defaultCap?: { readonly partOfWindow: number; readonly tokens: number };
  /** Most input tokens it can take, in the unit of its own `inputTokens`; absent for no bound. Longer input is chunked by the caller. */
  readonly maxInputTokens?: number;
  /** Tokens of its own input for this request, prompt included; absent where `maxInputTokens` is. More text is never fewer tokens. */
  readonly inputTokens?: (request: SummaryRequest) => number;
  summarize(request: SummaryRequest, options: { readonly signal?: AbortSignal }): Promise<SummaryDraft>;
}
