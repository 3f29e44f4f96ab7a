export { forkCases, forkConformanceSuite } from "./testing/fork-conformance-suite.ts";
export type { ForkCase, ForkHome, ForkOutcome } from "./testing/fork-case.ts";
export type { SuiteRunner } from "./testing/suite-runner.ts";
