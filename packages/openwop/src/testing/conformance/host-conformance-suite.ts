import type { SuiteRunner } from "../suite-runner.ts";
import { discoveryChecks } from "./discovery-checks.ts";
import type { HostCheck } from "./host-check.ts";
import type { HostUnderTest } from "./host-under-test.ts";
import { replayChecks } from "./replay-checks.ts";
import { runChecks } from "./run-checks.ts";
import { seamChecks } from "./seam-checks.ts";
import { transcriptChecks } from "./transcript-checks.ts";
import { createWitness } from "./witness.ts";

/** Every check an outsider can make on a host that is started with its seams. */
export const hostChecks: readonly HostCheck[] = [
  ...discoveryChecks,
  ...runChecks,
  ...transcriptChecks,
  ...replayChecks,
  ...seamChecks,
];

export interface HostConformanceOptions {
  /** Where the host is; called once, when the first check runs. */
  readonly host: () => HostUnderTest | Promise<HostUnderTest>;
  /** Told of every check that does not apply, and why: nothing passes in silence. */
  readonly onInapplicable: (id: string, reason: string) => void;
  /** Checks that must apply; one that does not fails. Default: none. */
  readonly required?: readonly string[] | "all";
}

/** The checks as tests: register them in a test file, with the host at its address. */
export function hostConformanceSuite({ describe, it, expect }: SuiteRunner, options: HostConformanceOptions): void {
  const { required = [], onInapplicable } = options;
  let started:
    | Promise<{ readonly host: HostUnderTest; readonly witness: ReturnType<typeof createWitness> }>
    | undefined;
  const start = async () => {
    const host = await options.host();
    return { host, witness: createWitness(host) };
  };
  describe("OpenWOP host", () => {
    for (const { id, title, check } of hostChecks) {
      it(title, async () => {
        started ??= start();
        const { host, witness } = await started;
        const outcome = await check(host, witness);
        const isRequired = required === "all" || required.includes(id);
        if (outcome.kind === "inapplicable" && !isRequired) onInapplicable(id, outcome.reason);
        else expect(outcome).toEqual({ kind: "passed" });
      });
    }
  });
}
