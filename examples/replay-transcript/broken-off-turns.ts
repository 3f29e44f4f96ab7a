import type { Recording } from "./recording.ts";

/** Positions of the assistant turns that called tools and got no result at all before the conversation went on. */
export function brokenOffTurns({ messages }: Recording): readonly number[] {
  return messages.flatMap(({ calls }, position) => {
    const next = messages[position + 1];
    return calls.length > 0 && next !== undefined && next.role !== "tool" ? [position] : [];
  });
}
