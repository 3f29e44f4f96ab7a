const longestName = 64;

/** An error by its name, and only where that is a plain word: messages, and names made of text, may quote content. */
export function errorName(error: unknown): string {
  const name = error instanceof Error ? error.name : typeof error;
  return /^[A-Za-z_$][\w$.]*$/.test(name) && name.length <= longestName ? name : "Error";
}
