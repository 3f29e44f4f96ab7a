import type { BaseMessage } from "@langchain/core/messages";
import type { OutboundRequest, Segment } from "@plimsoll/core";

/** A request as a host hands it over: what is sent whatever the window does, and the conversation, which may be shortened. */
export interface OutgoingRequest {
  readonly base: Omit<OutboundRequest, "segments">;
  /** System message, tools and response format, in this order. */
  readonly head: readonly Segment[];
  readonly messages: readonly BaseMessage[];
}
