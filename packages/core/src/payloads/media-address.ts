import type { MediaPart } from "../outbound-request.ts";
import { present } from "./payload-reader.ts";

const dataAddress = /^data:([^;,]*)((?:;[^;,]*)*);base64,/i;

/** Where the bytes of a medium are: in a data URL, or behind an address or file id that the provider reads itself. */
export function mediaFromAddress(media: MediaPart["media"], address: string, detail?: string): MediaPart {
  const match = dataAddress.exec(address.slice(0, 256));
  const source =
    match === null
      ? { reference: address }
      : { ...present("mimeType", match[1] || undefined), data: address.slice(match[0].length) };
  return { kind: "media", media, ...source, ...present("detail", detail) };
}

/** A medium from base64 and its type as separate fields. */
export function mediaFromBase64(media: MediaPart["media"], data: string, mimeType?: string): MediaPart {
  const inAddress = data.startsWith("data:");
  return inAddress ? mediaFromAddress(media, data) : { kind: "media", media, data, ...present("mimeType", mimeType) };
}

/** The kind of medium a type names; documents where it is neither image, sound nor film. */
export function mediaOfType(mimeType: string | undefined): MediaPart["media"] {
  const main = mimeType?.split("/")[0];
  return main === "image" || main === "audio" || main === "video" ? main : "document";
}
