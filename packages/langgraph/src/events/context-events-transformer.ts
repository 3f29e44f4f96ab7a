import { StreamChannel, type StreamTransformer } from "@langchain/langgraph";
import { type ContextEvent, isContextEvent } from "./context-event.ts";

/**
 * Stream transformer for version 3 of `streamEvents`: gathers this package's events, those of subgraphs included, into
 * `run.extensions.contextEvents`. The middleware brings it along; for a graph of your own pass it as
 * `streamTransformers: [contextEventsTransformer]`.
 */
export function contextEventsTransformer(): StreamTransformer<{ readonly contextEvents: StreamChannel<ContextEvent> }> {
  const contextEvents = StreamChannel.local<ContextEvent>();
  return {
    init: () => ({ contextEvents }),
    process: ({ method, params }) => {
      const event = method === "custom" ? payloadOf(params.data) : undefined;
      if (isContextEvent(event)) contextEvents.push(event);
      return true;
    },
  };
}

function payloadOf(data: unknown): unknown {
  return typeof data === "object" && data !== null && "payload" in data ? data.payload : data;
}
