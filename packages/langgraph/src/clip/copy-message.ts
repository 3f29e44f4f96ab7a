import type { BaseMessage } from "@langchain/core/messages";

/** A message of the same class with some fields replaced; the other fields are shared, and the given message is not touched. */
export function copyMessage<M extends BaseMessage>(message: M, changes: Readonly<Record<string, unknown>>): M {
  // Not built by its constructor: that would have to be told apart by class and version, and edits what it is given.
  const descriptors: PropertyDescriptorMap = Object.getOwnPropertyDescriptors(message);
  const fields = { ...changes, lc_kwargs: { ...message.lc_kwargs, ...changes } };
  // Before the copy is made: the fields of a frozen message could not be changed after.
  for (const [key, value] of Object.entries(fields))
    descriptors[key] = { value, writable: true, enumerable: true, configurable: true };
  const copy: M = Object.create(Object.getPrototypeOf(message), descriptors);
  return copy;
}
