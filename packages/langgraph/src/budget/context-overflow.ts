/** Longest chain of causes that is followed. */
const maximumLinks = 16;

/**
 * Whether an error is, or was caused by, LangChain's `ContextOverflowError`: the provider found the request too long.
 * Told by name, which holds across two copies of the framework.
 */
export function isContextOverflow(error: unknown): boolean {
  let current = error;
  for (let link = 0; link < maximumLinks && typeof current === "object" && current !== null; link++) {
    if (Reflect.get(current, "name") === "ContextOverflowError") return true;
    current = Reflect.get(current, "cause");
  }
  return false;
}
