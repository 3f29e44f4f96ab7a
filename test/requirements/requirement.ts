/** What a row that is not built yet waits for. */
export type PlannedCapability = "summaries" | "pins" | "openwop host" | "dump and views";

/** One sentence of a contract that binds this repository. Pure data. */
export interface Requirement {
  /** Stable name, `source/clause/fact`; tests cite it. */
  readonly id: `${"wo-01" | "rfc-0111" | "openwop"}/${string}`;
  /** Where in the source the sentence stands. */
  readonly clause: string;
  /** The sentence as it stands in the source, with white space collapsed; for `openwop` in our own words. */
  readonly sentence: string;
  /** Absent: built, so at least one test cites the row. Present: not built, so no test may cite it. */
  readonly planned?: PlannedCapability;
}
