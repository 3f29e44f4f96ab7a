import { createHash } from "node:crypto";
import type { Digest } from "./digest.ts";

/** Native SHA-256 for Node; the same digests as `pureDigest`. */
export const nodeDigest: Digest = {
  sha256: (text) => createHash("sha256").update(text, "utf8").digest("hex"),
  byteLength: (text) => Buffer.byteLength(text, "utf8"),
};
