import type { BaseMessage } from "@langchain/core/messages";
export type FrameSource = readonly object[] | ((context: object) => readonly object[]);
export function framedMessages(
  request: { readonly messages: BaseMessage[] },
  _frames: FrameSource | undefined,
): readonly BaseMessage[] {
  return request.messages;
}
