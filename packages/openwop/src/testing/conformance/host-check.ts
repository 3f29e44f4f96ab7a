import type { Witness } from "./witness.ts";
import type { HostUnderTest } from "./host-under-test.ts";

/** What came of a check. */
export type CheckOutcome =
  | { readonly kind: "passed" }
  /** One line for each thing that is wrong, with the values. */
  | { readonly kind: "failed"; readonly problems: readonly string[] }
  /** The host does not claim what would be checked, or the check was not given what it needs. */
  | { readonly kind: "inapplicable"; readonly reason: string };

/** One thing an outsider can check on a host. */
export interface HostCheck {
  /** Stable name. */
  readonly id: string;
  /** What holds where it passes: a fact in plain present tense. */
  readonly title: string;
  readonly check: (host: HostUnderTest, witness: Witness) => Promise<CheckOutcome>;
}

export const passed: CheckOutcome = { kind: "passed" };

export function inapplicable(reason: string): CheckOutcome {
  return { kind: "inapplicable", reason };
}

/** Passed where there are none. */
export function outcomeOf(problems: readonly string[]): CheckOutcome {
  return problems.length === 0 ? passed : { kind: "failed", problems };
}

/** Problems as conditions: those whose first part holds. */
export function problemsOf(
  ...conditions: readonly (readonly [isWrong: boolean, problem: string])[]
): readonly string[] {
  return conditions.filter(([isWrong]) => isWrong).map(([, problem]) => problem);
}
