/** Hash of the bytes from `start` to `end`, three at a time as base64 writes them. Its high bits are the well mixed ones. */
export function hashBytes(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0;
  let at = start;
  for (; at + 2 < end; at += 3) {
    hash = mix(hash, ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0));
  }
  if (at + 1 < end) return mix(hash, ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8));
  return at < end ? mix(hash, (bytes[at] ?? 0) << 16) : hash;
}

/** Mixes the next three bytes into a hash; zeros stand behind the last. */
export function mix(hash: number, threeBytes: number): number {
  return Math.imul(hash ^ threeBytes, 0x9e3779b1);
}
