import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { base64Reader } from "./base64-bytes.ts";
import { imageSize } from "./image-size.ts";

function image(bytes: readonly number[]): { readonly kind: "media"; readonly media: "image"; readonly data: string } {
  return { kind: "media", media: "image", data: Buffer.from(bytes).toString("base64") };
}

const text = (value: string): readonly number[] => [...Buffer.from(value, "latin1")];
const big = (value: number, size: number): readonly number[] =>
  Array.from({ length: size }, (_, index) => (value >>> (8 * (size - 1 - index))) & 255);
const little = (value: number, size: number): readonly number[] => big(value, size).toReversed();

const png = [...text("\x89PNG\r\n\x1a\n"), ...big(13, 4), ...text("IHDR"), ...big(640, 4), ...big(480, 4)];
const gif = [...text("GIF89a"), ...little(320, 2), ...little(200, 2)];
const exif = [0xff, 0xe1, ...big(302, 2), ...Array.from({ length: 300 }, () => 7)];
const frame = [0xff, 0xc2, ...big(17, 2), 8, ...big(1_080, 2), ...big(1_920, 2)];
const riff = (format: string): readonly number[] => [
  ...text("RIFF"),
  ...little(100, 4),
  ...text(`WEBP${format}`),
  ...little(80, 4),
];

describe("imageSize", () => {
  it.each<[string, readonly number[], number, number]>([
    ["PNG", png, 640, 480],
    ["GIF", gif, 320, 200],
    ["JPEG behind other segments", [0xff, 0xd8, ...exif, 0xff, 0xc4, ...big(3, 2), 0, ...frame], 1_920, 1_080],
    ["lossy WebP", [...riff("VP8 "), 0, 0, 0, 0x9d, 0x01, 0x2a, ...little(550, 2), ...little(368, 2)], 550, 368],
    ["lossless WebP", [...riff("VP8L"), 0x2f, ...little(385 | (394 << 14), 4)], 386, 395],
    ["extended WebP", [...riff("VP8X"), 0, 0, 0, 0, ...little(999, 3), ...little(499, 3)], 1_000, 500],
  ])("reads the header of %s", (_format, bytes, width, height) => {
    expect(imageSize(image(bytes))).toEqual({ width, height });
  });

  it("prefers the stated size", () => {
    expect(imageSize({ ...image(png), width: 10, height: 20 })).toEqual({ width: 10, height: 20 });
    expect(imageSize({ ...image(png), width: 0, height: 20 })).toEqual({ width: 640, height: 480 });
  });

  it.each<[string, readonly number[]]>([
    ["an empty payload", []],
    ["a cut PNG", png.slice(0, 18)],
    ["a JPEG without a frame", [0xff, 0xd8, ...exif]],
    ["a JPEG of empty segments", [0xff, 0xd8, 0xff, 0xe1, 0, 0]],
    ["another format", text("BM no image")],
  ])("finds no size in %s", (_what, bytes) => {
    expect(imageSize(image(bytes))).toBeUndefined();
  });

  it("finds nothing, and ends, in text that is not base64", () => {
    fc.assert(fc.property(fc.string(), (data) => void imageSize({ kind: "media", media: "image", data })));
  });
});

describe("base64Reader", () => {
  it("reads every byte as a decoder does, in both alphabets", () => {
    fc.assert(
      fc.property(
        fc.uint8Array(),
        fc.constantFrom<"base64" | "base64url">("base64", "base64url"),
        (bytes, alphabet) => {
          const reader = base64Reader(Buffer.from(bytes).toString(alphabet));
          expect(reader.length).toBe(bytes.length);
          expect(Array.from(bytes, (_, index) => reader.at(index))).toEqual([...bytes]);
          expect(reader.at(bytes.length)).toBeNaN();
        },
      ),
    );
  });
});
