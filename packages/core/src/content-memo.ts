import type { CompiledRun } from "./compiled-run.ts";
import { appendContentGuard, passContentGuard } from "./content-guard.ts";
import type { ContentRecord } from "./content-record.ts";
import type { Digest } from "./digest.ts";
import type { Segment } from "./outbound-request.ts";
import type { SegmentCost, ToolsCost } from "./rules/surface-rules.ts";
import { contentOf, serialiseContent } from "./serialised-content.ts";

/**
 * Contents met so far. By object, guarded against in-place edits, so that an unchanged message is not read again; by
 * hash, so that the same message loaded from a checkpoint is hashed but not counted again; and by conversation, so that
 * a request that grew at its end is only compared where it did not change. What it returns never depends on what it holds.
 */
export interface ContentMemo {
  record(segment: Segment, digest: Digest): ContentRecord;
  /** Cost of the content under `accounting` (rules and counter, with versions), counted at most once. */
  cost(record: ContentRecord, accounting: string, count: () => SegmentCost): SegmentCost;
  /** Cost of a whole tools segment, under a key that names its contents and everything else it depends on. */
  toolsCost(key: string, count: () => ToolsCost): ToolsCost;
  /** The last compile of the conversation that starts with this content; see `conversationKey`. */
  lastRun(conversation: object): CompiledRun | undefined;
  keepRun(conversation: object, run: CompiledRun): void;
}

/** A message's costs by hash: about 3 MB, and more messages than any window holds. */
const defaultMaximumCosts = 16_384;
/** Tool sets change with the model or the user's rights, not with every call. */
const maximumToolSets = 64;
/** Accountings in use at once: one per model family and counter. */
const maximumAccountings = 16;

/**
 * An empty memo. Holds at most `maximumCosts` (default 16,384) costs by hash for each of 16 accountings; contents and
 * conversations are held weakly, and texts are shared with them, never copied.
 */
export function createContentMemo(maximumCosts: number = defaultMaximumCosts): ContentMemo {
  const records = new WeakMap<object, ContentRecord>();
  const runs = new WeakMap<object, CompiledRun>();
  const costs = createRecentMap<(sha256: string, count: () => SegmentCost) => SegmentCost>(maximumAccountings);
  const toolsCost = createRecentMap<ToolsCost>(maximumToolSets);

  function record(segment: Segment, digest: Digest): ContentRecord {
    const content = contentOf(segment);
    const known = records.get(content);
    if (known !== undefined && known.digest === digest && passContentGuard(known.guard, 0, segment) >= 0) return known;
    const fresh = describe(segment, digest);
    records.set(content, fresh);
    return fresh;
  }

  function cost(of: ContentRecord, accounting: string, count: () => SegmentCost): SegmentCost {
    if (of.cost !== undefined && of.accounting === accounting) return of.cost;
    of.cost = costs(accounting, () => createRecentMap(maximumCosts))(of.sha256, count);
    of.accounting = accounting;
    return of.cost;
  }

  return {
    record,
    cost,
    toolsCost,
    lastRun: (conversation) => runs.get(conversation),
    keepRun: (conversation, run) => void runs.set(conversation, run),
  };
}

function describe(segment: Segment, digest: Digest): ContentRecord {
  const text = serialiseContent(segment);
  const guard: unknown[] = [];
  appendContentGuard(guard, segment);
  return {
    sha256: digest.sha256(text),
    bytes: digest.byteLength(text),
    guard,
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
