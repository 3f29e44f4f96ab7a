import { requirements, type RequirementId } from "./requirements.ts";

const known: ReadonlySet<string> = new Set(requirements.map((row) => row.id));

/**
 * Says which requirement rows the surrounding test proves. Call it first in the body of an `it` or `test`, with the
 * ids as literals: `requirements.test.ts` reads them from the source text. Throws on an unknown id.
 */
export function verifies(id: RequirementId, ...more: readonly RequirementId[]): void {
  for (const each of [id, ...more]) {
    if (!known.has(each)) throw new Error(`verifies("${each}"): test/requirements.ts has no such row`);
  }
}
