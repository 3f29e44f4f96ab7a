import type { BaseMessage } from "@langchain/core/messages";

/** A message of the same class with some fields replaced; the other fields are shared, and the given message is not touched. */
export function copyMessage<M extends BaseMessage>(message: M, changes: Readonly<Record<string, unknown>>): M {
  // Not built by its constructor: that would have to be told apart by class and version, and edits what it is given.
  const copy: M = Object.create(Object.getPrototypeOf(message), Object.getOwnPropertyDescriptors(message));
  const fields = { ...changes, lc_kwargs: { ...message.lc_kwargs, ...changes } };
  for (const [key, value] of Object.entries(fields)) {
    Object.defineProperty(copy, key, { value, writable: true, enumerable: true, configurable: true });
  }
  return copy;
}
