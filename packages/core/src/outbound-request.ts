/** A JSON value: what a tool schema, a setting or an unknown content block is made of. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | { readonly [key: string]: JsonValue };

/** The closed set of input segments (WO-01). */
export type SegmentKind = "system" | "tools" | "authority" | "task" | "evidence" | "history";

/** The provider API whose rendering the request will take. `generic` is the documented conservative default. */
export type Surface = "openai-chat" | "openai-responses" | "anthropic" | "gemini" | "generic";

export type MessageRole = "system" | "developer" | "user" | "assistant" | "tool" | "function";

/** One piece of a message's content, in the order in which it is sent. */
export type ContentPart =
  | { readonly kind: "text"; readonly text: string }
  | {
      readonly kind: "reasoning";
      readonly text: string;
      /** Signature or encrypted payload that travels with the reasoning. */
      readonly opaque?: string;
    }
  | MediaPart
  | {
      /** A block without a rule of its own: counted and hashed as its JSON text, never dropped. */
      readonly kind: "json";
      readonly type: string;
      readonly json: JsonValue;
    };

export interface MediaPart {
  readonly kind: "media";
  readonly media: "image" | "audio" | "video" | "document";
  readonly mimeType?: string;
  /** Base64 payload as sent. Hashed; its length is never counted as text. */
  readonly data?: string;
  /** Address or provider file id as sent. */
  readonly reference?: string;
  /** Pixels, where known. */
  readonly width?: number;
  readonly height?: number;
  /** Provider's resolution setting as sent (`low`, `high`, `auto`). */
  readonly detail?: string;
}

export interface ToolCall {
  readonly id?: string;
  readonly name: string;
  /** Arguments as the JSON text that is sent. */
  readonly arguments: string;
}

/** One message of the request. */
export interface MessageContent {
  readonly role: MessageRole;
  readonly content: string | readonly ContentPart[];
  /** Participant name, where the surface sends one. */
  readonly name?: string;
  readonly toolCalls?: readonly ToolCall[];
  /** For results: the call that is answered. */
  readonly toolCallId?: string;
  /** For results: name of the function that answered, and how many calls its assistant message made. */
  readonly toolName?: string;
  readonly toolCallCount?: number;
  /** Item id on surfaces that send one (Responses). */
  readonly itemId?: string;
}

/** One tool definition, or the legacy function of the same shape. */
export interface ToolContent {
  readonly name: string;
  readonly description?: string;
  /** JSON Schema of the parameters, keys in the order in which they are sent. */
  readonly parameters?: JsonValue;
  readonly strict?: boolean;
  /** A provider-side tool (web search, code interpreter) as sent; then the fields above stay empty but for `name`. */
  readonly hosted?: JsonValue;
  /** The framework numbers this name anew for every request or process: reported, and hashed without its number. */
  readonly autoNumbered?: true;
}

/** A JSON-schema response format; belongs to the `tools` segment. */
export interface ResponseFormatContent {
  readonly name: string;
  readonly description?: string;
  readonly schema?: JsonValue;
  readonly strict?: boolean;
}

/** Where a message segment came from and which controller slot it fills. */
export interface SegmentOrigin {
  /** Message id in the caller's state. Never sent, never fingerprinted. */
  readonly messageId?: string;
  /** Controller slot (steering, working set); fingerprinted. */
  readonly slot?: string;
  /** Hash of the working-set file the content was read from; fingerprinted. */
  readonly fileHash?: string;
}

export type Segment =
  | {
      readonly type: "message";
      readonly kind: Exclude<SegmentKind, "tools">;
      readonly message: MessageContent;
      readonly origin?: SegmentOrigin;
    }
  | { readonly type: "tool"; readonly kind: "tools"; readonly tool: ToolContent }
  | { readonly type: "response-format"; readonly kind: "tools"; readonly format: ResponseFormatContent };

/** Room kept free beside the input, in the counter's unit. */
export interface Reservations {
  /** Output tokens the call may produce. */
  readonly output: number;
  /** Margin for counts that are not exact. Absent: decided by the least exact row (0 exact, 2 % calibrated, 5 % conservative). */
  readonly safety?: number;
}

/**
 * The side-effect-free intermediate model of one outgoing request (WO-01). Plain data, built by adapters only:
 * segments in the order in which they are sent (tools and formats after the system text), and everything else
 * that changes the request.
 */
export interface OutboundRequest {
  readonly surface: Surface;
  readonly modelId: string;
  /** The model's context window, in the counter's unit. */
  readonly contextWindow: number;
  readonly reservations: Reservations;
  readonly segments: readonly Segment[];
  /** Call settings that reach the provider (tool choice, temperature, …). Canonicalised for the fingerprint. */
  readonly settings: { readonly [name: string]: JsonValue };
}
