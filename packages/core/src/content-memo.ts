import type { Digest } from "./digest.ts";
import { samePlainData, snapshotOf } from "./plain-data.ts";
import type { SegmentCost, ToolsCost } from "./rules/surface-rules.ts";

/** Hash and size of one content, and its cost under the accounting it was last counted with. */
export interface ContentRecord {
  readonly sha256: string;
  readonly bytes: number;
  /** The content as it was when hashed: an in-place edit no longer equals it. */
  readonly snapshot: unknown;
  readonly digest: Digest;
  accounting: string;
  cost: SegmentCost | undefined;
}

/**
 * Contents met so far. By object, guarded against in-place edits, so that an unchanged message is not read again;
 * and by hash, so that the same message loaded from a checkpoint is hashed but not counted again.
 * What it returns never depends on what it holds.
 */
export interface ContentMemo {
  record<T extends object>(content: T, digest: Digest, serialise: (content: T) => string): ContentRecord;
  /** Cost of the content under `accounting` (rules and counter, with versions), counted at most once. */
  cost(record: ContentRecord, accounting: string, count: () => SegmentCost): SegmentCost;
  /** Cost of a whole tools segment, under a key that names its contents and everything else it depends on. */
  toolsCost(key: string, count: () => ToolsCost): ToolsCost;
}

/** A message's costs by hash: about 3 MB, and more messages than any window holds. */
const defaultMaximumCosts = 16_384;
/** Tool sets change with the model or the user's rights, not with every call. */
const maximumToolSets = 64;

/**
 * An empty memo. Holds at most `maximumCosts` (default 16,384) costs by hash; contents are held weakly, and their
 * texts are shared with them, never copied.
 */
export function createContentMemo(maximumCosts: number = defaultMaximumCosts): ContentMemo {
  const records = new WeakMap<object, ContentRecord>();
  const costs = createRecentMap<SegmentCost>(maximumCosts);
  const toolsCosts = createRecentMap<ToolsCost>(maximumToolSets);

  function record<T extends object>(content: T, digest: Digest, serialise: (content: T) => string): ContentRecord {
    const known = records.get(content);
    if (known !== undefined && known.digest === digest && samePlainData(content, known.snapshot)) return known;
    const fresh = describe(content, digest, serialise(content));
    records.set(content, fresh);
    return fresh;
  }

  function cost(of: ContentRecord, accounting: string, count: () => SegmentCost): SegmentCost {
    if (of.cost !== undefined && of.accounting === accounting) return of.cost;
    of.cost = costs(`${of.sha256} ${accounting}`, count);
    of.accounting = accounting;
    return of.cost;
  }

  return { record, cost, toolsCost: toolsCosts };
}

function describe(content: object, digest: Digest, text: string): ContentRecord {
  return {
    sha256: digest.sha256(text),
    bytes: digest.byteLength(text),
    snapshot: snapshotOf(content),
    digest,
    accounting: "",
    cost: undefined,
  };
}

/** Returns the value kept for a key, or computes and keeps it; beyond `maximum` the least recently used goes. */
function createRecentMap<V>(maximum: number): (key: string, compute: () => V) => V {
  const values = new Map<string, V>();
  return (key, compute) => {
    const value = values.get(key) ?? compute();
    values.delete(key);
    values.set(key, value);
    const oldest = values.size > maximum ? values.keys().next().value : undefined;
    if (oldest !== undefined) values.delete(oldest);
    return value;
  };
}
