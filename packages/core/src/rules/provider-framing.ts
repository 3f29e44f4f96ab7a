/** A number with where it comes from. */
export interface Measured {
  readonly value: number;
  /** Billed requests, or sampled texts, it was measured on; 0 where it is published or assumed. */
  readonly sample: number;
  readonly source: string;
  /** Month of the measurement. */
  readonly date: string;
}

/** A way of saying something in an OpenAI request, as bills can tell them apart. */
export type OpenAIConstruct =
  | "text"
  | "system"
  | "blocks"
  | "name"
  | "single-call"
  | "parallel-calls"
  | "legacy-call"
  | "tools"
  | "tools-with-system";

/** What an OpenAI model family adds to the text it is sent, in tokens. */
export interface OpenAIFraming {
  /** Priming of the reply, once a request. */
  readonly priming: Measured;
  /** Around each message: role marker, role and separators. */
  readonly message: Measured;
  /** Channel marker of an assistant message with text. */
  readonly channel: Measured;
  /** For having tools, beside their text. */
  readonly tools: Measured;
  /** Once, where a tool has no parameters. */
  readonly parameterless: Measured;
  /** A system message made up for tool or format text where the request has none. */
  readonly madeSystem: Measured;
  /** One call in an assistant message, beside name and arguments. */
  readonly singleCall: Measured;
  /** Several calls in one assistant message, beside their joint JSON. */
  readonly parallelCalls: Measured;
  /** The result of a single call, beside content and name. */
  readonly singleResult: Measured;
  /** Each result of several calls, beside its content. */
  readonly parallelResult: Measured;
  /** Constructs of which every billed request is met exactly; all others are labelled `calibrated`. */
  readonly proven: readonly OpenAIConstruct[];
  /** The models that were billed, by name without prefixes; nothing is called exact for others of the family. */
  readonly provenModels: RegExp;
}

/** Families of OpenAI models with framing of their own. */
export type OpenAIFamily = "gpt-4" | "gpt-4o" | "o-series" | "gpt-5";

/** How an OpenAI model weighs images: by tiles of 512 pixels, or by patches of 32. */
export type OpenAIImageRule = { readonly id: string; readonly models: RegExp } & (
  | { readonly kind: "tiles"; readonly base: number; readonly tile: number }
  | { readonly kind: "patches"; readonly perMille: number }
);

/** What Anthropic adds per model family, in tokens, beside text counted with the family's factor. */
export interface AnthropicFraming {
  readonly request: Measured;
  readonly message: Measured;
  /** Hidden prompt for having tools, where the model may choose. */
  readonly tools: Measured;
  /** Hidden prompt for having tools, where the choice is forced. */
  readonly forcedTools: Measured;
  /** Each definition beside its JSON. */
  readonly tool: Measured;
  /** Each call with its result, beside name and arguments. */
  readonly call: Measured;
  /** Each argument of a call, beside its JSON. */
  readonly argument: Measured;
  /** A block without a rule of its own (tool references, server tools), beside its JSON. */
  readonly block: Measured;
  /** A JSON-schema output format, beside the schema. */
  readonly format: Measured;
  /** Thinking switched on with a budget. */
  readonly thinking: Measured;
  /** A task budget in the output settings. */
  readonly taskBudget: Measured;
  /** Longest side of an image in pixels; larger ones are resized. */
  readonly imageSide: Measured;
  /** Most tokens of an image. */
  readonly imageTokens: Measured;
}

/** Families of Claude models with framing of their own; `claude-4.7` is Opus 4.7 and all later models. */
export type ClaudeFamily = "claude-3" | "claude-4" | "claude-4.5" | "claude-4.7";

/** What Gemini adds per variant, in tokens, beside text counted with the family's factor. */
export interface GeminiFraming {
  readonly part: Measured;
  /** Thousandths of a token per character of a thought signature. */
  readonly signature: Measured;
  /** Thousandths of its JSON that a response schema costs. */
  readonly format: Measured;
  /** Whether the schema of a tool without parameters is charged for. */
  readonly emptySchema: boolean;
  /** Tokens of an image, or of each of its tiles where `tiled`. */
  readonly image: Measured;
  readonly tiled: boolean;
  /** Tokens of a document's page. */
  readonly page: Measured;
}

/** Families of Gemini models with framing of their own; `vertex` is Gemini 3 behind Vertex addresses. */
export type GeminiFamily = "gemini-2" | "gemini-2.5" | "gemini-3" | "vertex";

/** A tokenizer that stands in for one that is not public or not shipped. */
export interface ProxyTokenizer {
  readonly encoding: "o200k_base" | "cl100k_base";
  /** Digits that make one token: 1 where the family's vocabulary holds single digits only. */
  readonly digitsPerToken: 1 | 3;
  /** Thousandths by which counts are raised. */
  readonly perMille: Measured;
}
