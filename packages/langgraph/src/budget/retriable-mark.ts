/** The mark that newer versions of LangChain's core read; registered globally, so it needs no import of theirs. */
const mark = Symbol.for("langchain.errors.retryable");

/** Marks an error as one that asking again will not cure. Returns the same error. */
export function markNotRetriable<E extends Error>(error: E): E {
  return Object.defineProperty(error, mark, { value: false, configurable: true });
}

/** What the mark on an error says; undefined for none. */
export function retriableMark(error: unknown): boolean | undefined {
  if (typeof error !== "object" || error === null) return undefined;
  const value: unknown = Object.getOwnPropertyDescriptor(error, mark)?.value;
  return typeof value === "boolean" ? value : undefined;
}
