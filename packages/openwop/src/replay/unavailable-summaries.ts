import { type JsonValue, pureDigest } from "@plimsoll/core";
import type { RunEvent } from "../log/run-event.ts";
import type { HostStore } from "../store/host-store.ts";

/**
 * The summaries of a log that cannot be read as they were written (RFC 0111, replay determinism). A fork runs the loop
 * again from its start, so it needs all of them.
 */
export async function unavailableSummaries(
  store: HostStore,
  runId: string,
  log: readonly RunEvent[],
): Promise<readonly string[]> {
  const refs = new Set(log.flatMap((event) => (event.type === "context.summarized" ? [event.payload.summaryRef] : [])));
  const missing: string[] = [];
  for (const ref of refs) {
    const document = await store.readDocument(runId, "artifact", ref).catch(() => undefined);
    if (!isIntact(document?.value)) missing.push(ref);
  }
  return missing;
}

/** What is corrupted is as good as gone. */
function isIntact(artifact: JsonValue | undefined): boolean {
  if (typeof artifact !== "object" || artifact === null || Array.isArray(artifact)) return false;
  const { text, sha256 } = artifact as { readonly text?: unknown; readonly sha256?: unknown };
  return typeof text === "string" && pureDigest.sha256(text) === sha256;
}
