import type * as z from "zod";
import type { JsonObject } from "../log/json.ts";
import { type Problem, problem, validationError } from "./problem.ts";

/** Checks a part of a request against its schema; a problem names what is wrong and where, never the values. */
export function checkInput<S extends z.ZodType>(
  part: "query" | "body",
  schema: S,
  value: unknown,
): { readonly value: z.output<S> } | Problem {
  const parsed = schema.safeParse(value);
  if (parsed.success) return { value: parsed.data };
  const issues = parsed.error.issues.map(({ path, message }): JsonObject => ({ path: path.join("."), message }));
  const told = issues.map(({ path, message }) =>
    path === "" ? String(message) : `${String(path)}: ${String(message)}`,
  );
  return validationError(`The ${part} is not valid: ${told.join("; ")}.`, { issues });
}

/** The JSON of a body, of at most `limit` bytes; an empty body is an empty object. */
export async function readJson(request: Request, limit: number): Promise<{ readonly value: unknown } | Problem> {
  const text = await readText(request, limit);
  if (text === undefined)
    return problem(413, "payload_too_large", {
      message: `The body has more than ${limit} bytes; send less.`,
      details: { maxRequestBodyBytes: limit },
    });
  if (text.trim() === "") return { value: {} };
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return validationError("The body is not JSON; send a JSON object.");
  }
}

/** Reads as much as is allowed, whatever the headers say. */
async function readText(request: Request, limit: number): Promise<string | undefined> {
  if (request.body === null) return "";
  const decoder = new TextDecoder();
  let [text, bytes] = ["", 0];
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength;
    if (bytes > limit) return undefined;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
