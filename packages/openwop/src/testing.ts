export { hostStoreSuite } from "./testing/host-store-suite.ts";
export type { HostStoreFactory } from "./testing/host-store-suite.ts";
export type { SuiteRunner } from "./testing/suite-runner.ts";
export { hostChecks, hostConformanceSuite } from "./testing/conformance/host-conformance-suite.ts";
export type { HostConformanceOptions } from "./testing/conformance/host-conformance-suite.ts";
export type { CheckOutcome, HostCheck } from "./testing/conformance/host-check.ts";
export type { HostUnderTest } from "./testing/conformance/host-under-test.ts";
export { createWitness } from "./testing/conformance/witness.ts";
export type { Witness, WitnessedRun } from "./testing/conformance/witness.ts";

// Below: the checker itself, for other suites.
export { checkWindow } from "./testing/checker/check-window.ts";
export type { AdvertisedBudget, CheckedTurn, TurnCheck, Violation } from "./testing/checker/checked-turn.ts";
export { parseLog, parseWindow } from "./testing/checker/transcript-window.ts";
export type {
  LoggedEvent,
  SummarizedRange,
  TranscriptWindow,
  WindowEntry,
} from "./testing/checker/transcript-window.ts";
