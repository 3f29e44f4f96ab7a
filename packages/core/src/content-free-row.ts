import type { LedgerRow } from "./ledger.ts";

const sha256OfNothing = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

/** A row that stands for no content of its own: framing, or a difference to a reported count. 0 bytes, the hash of nothing. */
export function contentFreeRow(
  row: Pick<LedgerRow, "segment" | "label" | "tokens" | "counter" | "exactness">,
): LedgerRow {
  const { segment, label, tokens, counter, exactness } = row;
  return { segment, label, tokens, bytes: 0, sha256: sha256OfNothing, counter, exactness };
}
