/** Count answers have a few hundred bytes; more than this is not one. */
const maximumAnswerBytes = 65_536;

/** The count in a provider's answer; undefined where the answer is too long, not JSON, or holds no whole number there. */
export async function readCount(response: Response, member: string): Promise<number | undefined> {
  const text = await boundedText(response);
  if (text === undefined) return undefined;
  const answer = parsed(text);
  const count: unknown = typeof answer === "object" && answer !== null ? Reflect.get(answer, member) : undefined;
  return typeof count === "number" && Number.isSafeInteger(count) && count >= 0 ? count : undefined;
}

async function boundedText(response: Response): Promise<string | undefined> {
  const reader = response.body?.getReader();
  if (reader === undefined) return undefined;
  const decoder = new TextDecoder();
  let text = "";
  for (let bytes = 0; ;) {
    const chunk = await reader.read();
    if (chunk.done) return text + decoder.decode();
    bytes += chunk.value.byteLength;
    if (bytes > maximumAnswerBytes) {
      await reader.cancel();
      return undefined;
    }
    text += decoder.decode(chunk.value, { stream: true });
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
