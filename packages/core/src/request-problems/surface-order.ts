import type { Surface } from "../outbound-request.ts";

/** What a provider insists on beside calls that are answered and messages that say something. */
export interface SurfaceOrder {
  /** Answers stand right behind their calls; else they are paired by id, wherever they stand. */
  readonly adjacentAnswers: boolean;
  /** Each call id is used once. */
  readonly uniqueCallIds: boolean;
  /** A call follows the user or results. */
  readonly callAfterInput: boolean;
  /** System text stands first. */
  readonly systemFirst: boolean;
  /** The first message is the user's. */
  readonly userFirst: boolean;
  /** The user's messages say something too. */
  readonly userSpeaks: boolean;
  /** Blocks of text are not empty, not even beside others. */
  readonly textFilled: boolean;
  /** Server tools and their results are blocks that pair up. */
  readonly serverToolPairs: boolean;
}

/**
 * Refuses with "An assistant message with 'tool_calls' must be followed by tool messages responding to each
 * 'tool_call_id'" and "messages with role 'tool' must be a response to a preceding message with 'tool_calls'".
 */
const openaiChat: SurfaceOrder = {
  adjacentAnswers: true,
  uniqueCallIds: false,
  callAfterInput: false,
  systemFirst: false,
  userFirst: false,
  userSpeaks: false,
  textFilled: false,
  serverToolPairs: false,
};

const orders: Readonly<Record<Surface, SurfaceOrder>> = {
  "openai-chat": openaiChat,
  /** Refuses with "No tool output found for function call" and "No tool call found for function call output". */
  "openai-responses": { ...openaiChat, adjacentAnswers: false },
  /**
   * Refuses with "`tool_use` ids were found without `tool_result` blocks immediately after", "`tool_use` ids must be
   * unique", "first message must use the "user" role", "user messages must have non-empty content", "text content
   * blocks must be non-empty" and, up to Claude Opus 4.7, "role 'system' is not supported on this model".
   */
  anthropic: {
    adjacentAnswers: true,
    uniqueCallIds: true,
    callAfterInput: false,
    systemFirst: true,
    userFirst: true,
    userSpeaks: true,
    textFilled: true,
    serverToolPairs: true,
  },
  /**
   * Refuses with "the number of function response parts is equal to the number of function call parts of the function
   * call turn" and "function call turn comes immediately after a user turn or after a function response turn"; its
   * system instruction is a field beside the conversation.
   */
  gemini: { ...openaiChat, callAfterInput: true, systemFirst: true, userFirst: true, userSpeaks: true },
  /** Any provider may stand behind it: what the unknown ones are known to share. */
  generic: { ...openaiChat, systemFirst: true },
};

/** The order a surface insists on, each rule read from the refusal quoted beside it. */
export function orderOf(surface: Surface): SurfaceOrder {
  return orders[surface];
}
