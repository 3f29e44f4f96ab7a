/** A name, or a line, and how often it occurs: a name's turns, a line's messages. */
export interface Counted {
  readonly text: string;
  readonly count: number;
}

/** What a tool was used for. */
export interface ToolUse {
  readonly name: string;
  readonly calls: number;
  readonly errors: number;
}

/** One request of the user's and its place among all of them, from 1. */
export interface NumberedRequest {
  readonly number: number;
  readonly text: string;
}

/** Items that are known, and how many more there were in a digest that these were read from. */
export interface Known<Item> {
  readonly items: readonly Item[];
  readonly dropped: number;
}

/** All that a digest can say: read from turns, or back from a digest. */
export interface DigestFacts {
  readonly turns: number;
  /** Oldest first. */
  readonly requests: Known<NumberedRequest>;
  /** What the assistant said, oldest first. */
  readonly statements: Known<string>;
  /** Paths in the arguments of calls; the most likely to be needed again first, as the two below. */
  readonly worked: Known<Counted>;
  /** Paths that only occur in texts and results. */
  readonly mentioned: Known<Counted>;
  readonly identifiers: Known<Counted>;
  /** Most used first. */
  readonly tools: Known<ToolUse>;
  /** First lines of failed results, by tool; the one seen last is last. */
  readonly failures: Known<Counted>;
  /** Calls without a result and the last list of things to do, in order. */
  readonly openEnds: Known<string>;
  /** A summary of somebody else's that stood for what came before. */
  readonly quoted: string;
}
