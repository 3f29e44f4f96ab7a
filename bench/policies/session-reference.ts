import type { Recording } from "../../examples/replay-transcript/recording.ts";
import { neededNames } from "./needed-names.ts";

/** What a session's calls are judged by, whatever the policy. */
export interface SessionReference {
  readonly recording: Recording;
  /** By position of the turn: names that are used soon and had been said before. */
  readonly needed: ReadonlyMap<number, readonly string[]>;
  /** By position of the turn: the user's last words before it. */
  readonly tasks: ReadonlyMap<number, string>;
}

export function sessionReference(recording: Recording): SessionReference {
  const tasks = new Map<number, string>();
  let task = "";
  for (const [position, { role, text }] of recording.messages.entries()) {
    if (role === "user" && text.trim() !== "") task = text;
    if (role === "assistant") tasks.set(position, task);
  }
  return { recording, needed: neededNames(recording), tasks };
}
