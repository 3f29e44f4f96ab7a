import type { MediaPart } from "../../outbound-request.ts";
import { base64Reader, type ByteReader } from "./base64-bytes.ts";

/** Pixels of an image. */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/** JPEG segments looked through for the frame header. */
const mostSegments = 1_000;

/**
 * Size of an image part: as stated, else from the header bytes of its payload (PNG, JPEG, GIF, WebP);
 * `undefined` where neither says it. Only header bytes are decoded.
 */
export function imageSize(part: MediaPart): ImageSize | undefined {
  const stated = plausible(part.width ?? Number.NaN, part.height ?? Number.NaN);
  return stated ?? (part.data === undefined ? undefined : headerSize(base64Reader(part.data)));
}

function headerSize(bytes: ByteReader): ImageSize | undefined {
  if (spells(bytes, 0, "\x89PNG")) return plausible(big32(bytes, 16), big32(bytes, 20));
  if (spells(bytes, 0, "GIF8")) return plausible(little16(bytes, 6), little16(bytes, 8));
  if (spells(bytes, 0, "RIFF") && spells(bytes, 8, "WEBP")) return webpSize(bytes);
  return bytes.at(0) === 0xff && bytes.at(1) === 0xd8 ? jpegSize(bytes) : undefined;
}

function webpSize(bytes: ByteReader): ImageSize | undefined {
  if (spells(bytes, 12, "VP8X")) return plausible(little24(bytes, 24) + 1, little24(bytes, 27) + 1);
  if (spells(bytes, 12, "VP8L")) {
    const packed = little16(bytes, 21) + little16(bytes, 23) * 65_536;
    return plausible((packed % 16_384) + 1, (Math.floor(packed / 16_384) % 16_384) + 1);
  }
  if (spells(bytes, 12, "VP8 ")) return plausible(little16(bytes, 26) % 16_384, little16(bytes, 28) % 16_384);
  return undefined;
}

function jpegSize(bytes: ByteReader): ImageSize | undefined {
  let offset = 2;
  for (let segment = 0; segment < mostSegments; segment++) {
    while (bytes.at(offset) === 0xff && bytes.at(offset + 1) === 0xff) offset++;
    if (bytes.at(offset) !== 0xff) return undefined;
    const marker = bytes.at(offset + 1);
    if (isFrameHeader(marker)) return plausible(big16(bytes, offset + 7), big16(bytes, offset + 5));
    const length = big16(bytes, offset + 2);
    if (!(length >= 2)) return undefined;
    offset += 2 + length;
  }
  return undefined;
}

/** SOF0–SOF15 but for the table segments between them (DHT, JPG, DAC). */
function isFrameHeader(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

function plausible(width: number, height: number): ImageSize | undefined {
  const fits = Number.isInteger(width) && Number.isInteger(height) && width > 0 && height > 0;
  return fits ? { width, height } : undefined;
}

function spells(bytes: ByteReader, offset: number, text: string): boolean {
  for (let index = 0; index < text.length; index++)
    if (bytes.at(offset + index) !== text.charCodeAt(index)) return false;
  return true;
}

function big16(bytes: ByteReader, offset: number): number {
  return bytes.at(offset) * 256 + bytes.at(offset + 1);
}

function big32(bytes: ByteReader, offset: number): number {
  return big16(bytes, offset) * 65_536 + big16(bytes, offset + 2);
}

function little16(bytes: ByteReader, offset: number): number {
  return bytes.at(offset) + bytes.at(offset + 1) * 256;
}

function little24(bytes: ByteReader, offset: number): number {
  return little16(bytes, offset) + bytes.at(offset + 2) * 65_536;
}
