import type { MessageContent } from "../outbound-request.ts";

const dataAddress = /\bdata:[\w/.+;=-]{0,100}base64,[A-Za-z\d+/=_-]*/g;

/**
 * What a message says: its text parts, without calls, media or thinking, and with the payload of data addresses
 * replaced by `[data]`.
 */
export function messageText({ content }: MessageContent): string {
  const text =
    typeof content === "string"
      ? content
      : content.flatMap((part) => (part.kind === "text" ? [part.text] : [])).join("\n");
  return text.includes("base64,") ? text.replace(dataAddress, "[data]") : text;
}
