import { StreamChannel, type StreamTransformer } from "@langchain/langgraph";
import { type ContextEvent, isContextEvent } from "./context-event.ts";

/**
 * Stream transformer for version 3 of `streamEvents`: gathers this package's events, those of subgraphs included, into
 * `run.extensions.contextEvents`. The middleware brings it along for its own agent; for any other graph, one that holds
 * such an agent as a subgraph included, pass it as `transformers: [contextEventsTransformer]`, to `compile` or to
 * `streamEvents`.
 */
export function contextEventsTransformer(): StreamTransformer<{ readonly contextEvents: StreamChannel<ContextEvent> }> {
  const contextEvents = StreamChannel.local<ContextEvent>();
  return {
    init: () => ({ contextEvents }),
    process: ({ method, params }) => {
      const event = method === "custom" ? eventOf(params.data) : undefined;
      if (event !== undefined) contextEvents.push(event);
      return true;
    },
  };
}

/** LangGraph wraps a chunk of the custom stream as `{ payload }`; an event of ours may have a `payload` itself. */
function eventOf(data: unknown): ContextEvent | undefined {
  if (isContextEvent(data)) return data;
  const wrapped = typeof data === "object" && data !== null && "payload" in data ? data.payload : undefined;
  return isContextEvent(wrapped) ? wrapped : undefined;
}
