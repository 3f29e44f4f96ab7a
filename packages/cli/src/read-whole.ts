import { PlimsollError } from "@plimsoll/core";

/** Larger inputs that must be held whole are refused; dumps are streamed, whatever their size. */
const mostCharacters = 64 * 1024 * 1024;

/**
 * All of a text.
 *
 * @throws PlimsollError `invalid_request` for one that is too large to be held.
 */
export async function readWhole(chunks: AsyncIterable<string>): Promise<string> {
  let whole = "";
  for await (const chunk of chunks) {
    whole += chunk;
    if (whole.length > mostCharacters)
      throw new PlimsollError(
        "invalid_request",
        `the input has more than ${mostCharacters} characters; give one request body, or a dump.`,
      );
  }
  return whole;
}
