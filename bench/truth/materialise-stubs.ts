/**
 * Recordings carry stubs where payloads were (`stub,bytes=..,width=..,height=..`). This puts payloads of the stated
 * size in their place, with a PNG header of the stated pixels, so that they take the same path as real ones.
 */
export function materialiseStubs(value: unknown): unknown {
  if (typeof value === "string") return materialise(value);
  if (Array.isArray(value)) return value.map(materialiseStubs);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, materialiseStubs(item)]));
}

const stub = /^(data:[^;,]*;)?stub,bytes=(\d+)(?:,width=(\d+),height=(\d+))?/;

function materialise(text: string): string {
  const match = stub.exec(text);
  if (match === null) return text;
  const [, address = "", bytes = "0", width, height] = match;
  const payload = Buffer.alloc(Math.max(24, Number(bytes)), 0x55);
  if (width !== undefined && height !== undefined) writePngHeader(payload, Number(width), Number(height));
  const base64 = payload.toString("base64");
  return address === "" ? base64.slice(0, Number(bytes)) : `${address}base64,${base64}`;
}

function writePngHeader(payload: Buffer, width: number, height: number): void {
  payload.write("\x89PNG\r\n\x1a\n", 0, "latin1");
  payload.write("IHDR", 12, "latin1");
  payload.writeUInt32BE(width, 16);
  payload.writeUInt32BE(height, 20);
}
