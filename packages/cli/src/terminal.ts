/** What the commands know of the world they run in. */
export interface Terminal {
  readonly write: (text: string) => void;
  readonly writeError: (text: string) => void;
  /** Columns of the terminal; 80 where there is none. */
  readonly columns: number;
  /** The text of a file in chunks; `-` is standard input. Rejects where it cannot be read. */
  readonly read: (path: string) => AsyncIterable<string>;
}

/** How a command ended: 0 done, 1 the input cannot be used, 2 it was asked for wrongly. */
export type ExitCode = 0 | 1 | 2;

/** A command was asked for wrongly; its message says how it is asked for rightly. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "UsageError";
  }
}
