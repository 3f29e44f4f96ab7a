export { hostStoreSuite } from "./testing/host-store-suite.ts";
export type { HostStoreFactory } from "./testing/host-store-suite.ts";
export type { SuiteRunner } from "./testing/suite-runner.ts";
