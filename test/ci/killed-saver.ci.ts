import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { BaseMessage } from "@langchain/core/messages";
import { withPinnedSummaries } from "@plimsoll/langgraph";
import { afterAll, describe, expect, it } from "vitest";
import {
  ask,
  conversationGraph,
  isSummary,
  neverTheSame,
  threadOf,
} from "../../packages/langgraph/src/testing/fork-conversation.ts";
import { openKilledSaver } from "./killed-savers.ts";

const folder = mkdtempSync(join(tmpdir(), "plimsoll-killed-saver-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const victim = fileURLToPath(new URL("./killed-saver-victim.ts", import.meta.url));
const isPostgresReachable = await new Promise<boolean>((resolve) => {
  const socket = connect({ host: "127.0.0.1", port: 5432, timeout: 1_000 });
  socket.once("connect", () => resolve(socket.destroy() !== undefined));
  socket.once("error", () => resolve(false));
  socket.once("timeout", () => resolve(false));
});
if (!isPostgresReachable) console.log("skipped: killed processes on PostgreSQL, as nothing answers at 127.0.0.1:5432");

/** Runs the conversation until it is killed; resolves to what it had sent. */
async function runVictim(
  kind: string,
  place: string,
  killAt: number,
): Promise<{ readonly killed: boolean; readonly sent: readonly string[][] }> {
  const file = join(folder, `${place.replaceAll(/\W/g, "_")}.sent`);
  const words = ["--conditions=@plimsoll/source", "--import", "tsx", victim, kind, place, String(killAt), file];
  const child = spawn(process.execPath, words, { stdio: ["ignore", "ignore", "inherit"] });
  const [, signal] = (await once(child, "exit")) as [number | null, NodeJS.Signals | null];
  const lines = existsSync(file)
    ? readFileSync(file, "utf8")
        .trim()
        .split("\n")
        .filter((line) => line !== "")
    : [];
  return { killed: signal === "SIGKILL", sent: lines.map((line) => JSON.parse(line) as string[]) };
}

/** What PostgreSQL keeps of a conversation is dropped with its schema. */
async function dropTables(saver: object, schema: string): Promise<void> {
  const pool: unknown = Reflect.get(saver, "pool");
  if (typeof pool !== "object" || pool === null) return;
  const { query, end } = pool as { query(sql: string): Promise<unknown>; end(): Promise<void> };
  await query.call(pool, `DROP SCHEMA IF EXISTS "${schema}" CASCADE`);
  await end.call(pool);
}

/** Writes between the summary and the end of its turn, and a few more. */
const deaths = 24;

describe.each([
  ["sqlite", true],
  ["postgres", isPostgresReachable],
] as const)("a process that is killed, on %s", (kind, isThere) => {
  it.runIf(isThere)(
    "goes on with the summary it had recorded, whichever write it died before, and loses no history",
    async () => {
      let reused = 0;
      for (let killAt = 0; killAt < deaths; killAt++) {
        const place = kind === "sqlite" ? join(folder, `${killAt}.sqlite`) : `plimsoll_killed_${process.pid}_${killAt}`;
        const { killed, sent } = await runVictim(kind, place, killAt);
        expect(killed).toBe(true);
        const saver = withPinnedSummaries(await openKilledSaver(kind, place));
        const recorded = await saver.summaries.list("one");
        const parts = { saver, summarizer: neverTheSame(), sent: [] as string[][] };
        const graph = conversationGraph(parts);
        const before = await graph.getState(threadOf("one"));
        const typesNow = async () =>
          ((await graph.getState(threadOf("one"))).values.messages as readonly BaseMessage[]).map(({ type }) => type);
        // What was interrupted goes on, also where only its last checkpoint is missing; then the rest is held.
        if (before.tasks.length > 0) await graph.invoke(null, threadOf("one"));
        const done = (await typesNow()).filter((type) => type === "human").length;
        for (let turn = done; turn < 12; turn++) await graph.invoke(ask(turn), threadOf("one"));
        const whole = Array.from({ length: 12 }, () => ["human", "ai"]).flat();
        expect([killAt, before.next, done, await typesNow()]).toEqual([killAt, before.next, done, whole]);
        const [reference] = recorded;
        if (reference === undefined) {
          await dropTables(saver, place);
          continue;
        }
        reused++;
        // The record that was durable is the one that is sent, to whoever asks, byte for byte.
        const { text } = (await saver.summaries.get("one", reference.artifactId)) ?? { text: "" };
        const first = [...sent, ...parts.sent].find((texts) => texts.some(isSummary));
        expect(first?.find(isSummary)).toContain(text);
        const sentBefore = sent.find((texts) => texts.some(isSummary));
        const sentAfter = parts.sent.find((texts) => texts.some(isSummary));
        if (sentBefore !== undefined && sent.length + parts.sent.length > 12)
          expect(sentAfter?.find(isSummary)).toBe(sentBefore.find(isSummary));
        expect(
          (await saver.summaries.list("one")).filter(({ artifactId }) => artifactId === reference.artifactId).length,
        ).toBe(1);
        await dropTables(saver, place);
      }
      console.log(`${kind}: of ${deaths} deaths ${reused} left a record, which was used`);
      expect(reused).toBeGreaterThan(6);
      expect(reused).toBeLessThan(deaths);
    },
  );
});
