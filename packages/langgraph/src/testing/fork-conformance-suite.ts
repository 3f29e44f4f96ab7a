import { type ForkCase, type ForkHome, notApplicable } from "./fork-case.ts";
import { forkCases as forks } from "./fork-cases.ts";
import type { SuiteRunner } from "./suite-runner.ts";
import { troubleCases } from "./trouble-cases.ts";
import { valueCase } from "./value-case.ts";

/** Everything that must hold of forks, replays and retries over a checkpoint saver, as functions. */
export const forkCases: readonly ForkCase[] = [...forks, valueCase, ...troubleCases];

/**
 * The cases as tests, for authors of savers: register them in a test file, with a saver for each test. A case that does
 * not apply is told, not passed over in silence.
 */
export function forkConformanceSuite(
  { describe, it, expect }: SuiteRunner,
  open: () => ForkHome | Promise<ForkHome>,
  onNotApplicable: (id: string) => void,
): void {
  describe("forks, replays and retries", () => {
    for (const { id, title, run } of forkCases) {
      it(title, async () => {
        const outcome = await run(await open());
        if (outcome === notApplicable) onNotApplicable(id);
        else expect(outcome).toEqual(undefined);
      });
    }
  });
}
