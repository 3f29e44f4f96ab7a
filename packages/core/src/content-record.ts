import type { Digest } from "./digest.ts";
import type { PlainGuard } from "./plain-guard.ts";
import type { SegmentCost } from "./rules/surface-rules.ts";

/** Hash and size of one content, and its cost under the accounting it was last counted with. */
export interface ContentRecord {
  readonly sha256: string;
  readonly bytes: number;
  readonly guard: PlainGuard;
  readonly digest: Digest;
  accounting: string;
  cost: SegmentCost | undefined;
}
