import { hash } from "node:crypto";
import type { Digest } from "./digest.ts";

/** Native SHA-256 for Node; the same digests as `pureDigest`. */
export const nodeDigest: Digest = {
  sha256: (text) => hash("sha256", text),
  byteLength: (text) => Buffer.byteLength(text, "utf8"),
};
