import type { BaseMessage } from "@langchain/core/messages";
import { appendGuard, passGuard, type PlainGuard } from "@plimsoll/core";
import { isAssistant, isToolResult } from "../message-kind.ts";

/** A request asks for a few caps of one message; more would only be those of requests long gone. */
const maximumKeys = 4;

/**
 * Keeps what is made of a message, by key, for as long as the message is there and unchanged: an edit in place is
 * noticed. At most the 4 latest keys of a message are kept.
 */
export function createMessageMemo<V>(): (message: BaseMessage, key: string, make: () => V) => V {
  const memo = new WeakMap<BaseMessage, { readonly guard: PlainGuard; readonly made: Map<string, V> }>();

  function madeOf(message: BaseMessage): Map<string, V> {
    const fields = fieldsOf(message);
    const known = memo.get(message);
    if (known !== undefined && passGuard(known.guard, 0, fields) > 0) return known.made;
    const guard: unknown[] = [];
    appendGuard(guard, fields);
    const made = new Map<string, V>();
    memo.set(message, { guard, made });
    return made;
  }

  return (message, key, make) => {
    const made = madeOf(message);
    const known = made.get(key);
    if (known !== undefined) return known;
    const oldest = made.size < maximumKeys ? undefined : made.keys().next().value;
    if (oldest !== undefined) made.delete(oldest);
    const value = make();
    made.set(key, value);
    return value;
  };
}

/** What is read of a message, and what a copy would repeat. */
function fieldsOf(message: BaseMessage): readonly unknown[] {
  const { id, name, content, additional_kwargs: fields, response_metadata } = message;
  const common = [id, name, content, fields, response_metadata["output"]];
  if (isToolResult(message)) return [...common, message.tool_call_id, message.status];
  return isAssistant(message) ? [...common, message.tool_calls] : common;
}
