import type { Segment } from "./outbound-request.ts";

/** Whether a segment is a message of the system's or developer's: into the first of them some surfaces merge the tool text. */
export function isSystemMessage(segment: Segment): boolean {
  return segment.type === "message" && (segment.message.role === "system" || segment.message.role === "developer");
}
