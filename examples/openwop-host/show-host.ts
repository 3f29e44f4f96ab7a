import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serve } from "@plimsoll/openwop/node";
import { createSqliteHostStore } from "@plimsoll/openwop/sqlite";
import { checkableHost } from "./checkable-host.ts";

interface Window {
  readonly tokenCount: number;
  readonly summarizedRanges: readonly { readonly summaryRef: string; readonly replacedTurns: readonly string[] }[];
  readonly entries: readonly { readonly rendered: string }[];
}

interface Discovery {
  readonly multiAgent: {
    readonly executionModel: { readonly contextBudget: { readonly transcriptTokenBudget: number } };
  };
}

/** Tells the story on the console, and asserts every step of it. */
export async function showHost(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "openwop-host-"));
  const store = await createSqliteHostStore({ path: join(folder, "host.sqlite") });
  const host = await checkableHost({ store, keys: ["secret"], seams: true, counter: "chars" });
  const server = await serve(host);
  const headers = { authorization: "Bearer secret", "content-type": "application/json" };
  const get = async <T>(path: string) => (await (await fetch(server.url + path, { headers })).json()) as T;
  const post = async <T>(path: string, body: object) => {
    const response = await fetch(server.url + path, { method: "POST", headers, body: JSON.stringify(body) });
    return { status: response.status, body: (await response.json()) as T };
  };

  const { multiAgent } = await get<Discovery>("/.well-known/openwop");
  const { contextBudget } = multiAgent.executionModel;
  console.log("The provider is a server on this machine that follows a rule, behind a real client; the host is real.");
  console.log(`The host advertises ${JSON.stringify(contextBudget)}.\n`);

  const created = await post<{ runId: string }>("/v1/runs", { workflowId: "conformance-context-budget-live" });
  const { runId } = created.body;
  await endOf(runId);
  const source = await windowsOf(runId);
  console.log("turn  fed  entries  under summaries");
  for (const [index, { tokenCount, entries, summarizedRanges }] of source.entries()) {
    // An outsider counts again what the host says it fed.
    const recounted = entries.reduce((sum, { rendered }) => sum + [...rendered].length, 0);
    assert.equal(recounted, tokenCount);
    assert.ok(tokenCount <= contextBudget.transcriptTokenBudget);
    const covered = summarizedRanges.flatMap(({ replacedTurns }) => replacedTurns).length;
    console.log(
      `${String(index + 1).padStart(4)} ${String(tokenCount).padStart(4)} ${String(entries.length).padStart(8)} ${String(covered).padStart(16)}`,
    );
  }
  assert.ok(source.some(({ summarizedRanges }) => summarizedRanges.length > 0));

  const replay = { mode: "replay", fromSeq: 0 };
  const { body: fork } = await post<{ runId: string }>(`/v1/runs/${runId}:fork`, replay);
  await endOf(fork.runId);
  const textsOf = (windows: readonly Window[]) => windows.map(({ entries }) => entries.map(({ rendered }) => rendered));
  assert.deepEqual(textsOf(await windowsOf(fork.runId)), textsOf(source));
  console.log(`\nThe replay was fed the same ${source.length} transcripts, text for text, and asked no model.`);

  const summaryRef = source.at(-1)?.summarizedRanges[0]?.summaryRef ?? "";
  await store.deleteArtifact(runId, summaryRef);
  const refused = await post<{ error: string; details: { summaryRefs: string[] } }>(`/v1/runs/${runId}:fork`, replay);
  const { error, details } = refused.body;
  assert.deepEqual([refused.status, error], [409, "replay_context_summary_unavailable"]);
  console.log(`Without ${details.summaryRefs.join(", ")} a replay is refused: ${refused.status} ${error}.`);

  await server.close();
  rmSync(folder, { recursive: true, force: true });

  async function endOf(id: string): Promise<void> {
    for (;;) {
      const { isTerminal, status } = await get<{ isTerminal: boolean; status: string }>(
        `/v1/runs/${id}/events/poll?timeout=5&lastSequence=100000`,
      );
      if (isTerminal) return assert.equal(status, "completed");
    }
  }

  async function windowsOf(id: string): Promise<readonly Window[]> {
    const windows: Window[] = [];
    for (let iteration = 1; ; iteration++) {
      const response = await fetch(
        `${server.url}/v1/host/sample/agent/transcript-window?runId=${id}&iteration=${iteration}`,
        { headers },
      );
      if (response.status !== 200) return windows;
      windows.push((await response.json()) as Window);
    }
  }
}
