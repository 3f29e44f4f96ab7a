import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { verifies } from "../../../../test/verifies.ts";
import { compileOutboundRequestBudget } from "../compile-outbound-request-budget.ts";
import { PlimsollError } from "../errors.ts";
import { createDumpFile, readTextFile } from "../node.ts";
import { messageSegment, requestOf, textOnlyRules, toolSegment, wordCounter, words } from "../testing.ts";
import { createDumpLines, type DumpCall } from "./dump-line.ts";
import { parseDumpLine } from "./parse-dump-line.ts";
import { type DumpEnd, readDump } from "./read-dump.ts";

const folder = mkdtempSync(join(tmpdir(), "plimsoll-dump-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let files = 0;
const freshPath = () => join(folder, `${files++}.jsonl`);

const compile = (history: readonly string[], tools = 20) =>
  compileOutboundRequestBudget(
    requestOf([
      messageSegment("system", "be brief"),
      toolSegment("search", tools),
      ...history.map((text) => messageSegment("history", text)),
      messageSegment("task", "find it"),
    ]),
    { counter: wordCounter, rules: textOnlyRules },
  );

const reportOf = (history: readonly string[], tools?: number) => ({
  iteration: history.length + 1,
  namespace: "",
  budget: compile(history, tools),
  action: { kind: "sent" },
});

async function* chunksOf(text: string, size = 1_000): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}

async function read(text: string, size?: number) {
  const lines = [];
  for await (const line of readDump(chunksOf(text, size))) lines.push(line);
  return lines;
}

const dumpOf = (...reports: readonly ReturnType<typeof reportOf>[]) => {
  const lines = createDumpLines();
  return [lines.header(), ...reports.map((report) => lines.call(report))]
    .map((line) => `${JSON.stringify(line)}\n`)
    .join("");
};

describe("a dump", () => {
  it("holds the ledger of every request, who counted it, the decision and the fingerprint, and reads back word for word", async () => {
    verifies("wo-01/todo/provenance-in-dumps", "wo-01/acceptance/dump-totals-reconcile");
    const reports = [reportOf([]), reportOf([words(30)]), reportOf([words(30), words(5)])];
    const calls = (await read(dumpOf(...reports))).filter((line): line is DumpCall => line.kind === "call");
    expect(calls.map(({ budget }) => budget)).toEqual(reports.map(({ budget }) => budget));
    expect(calls.map(({ call, iteration }) => [call, iteration])).toEqual([
      [1, 1],
      [2, 2],
      [3, 3],
    ]);
    for (const { budget } of calls) {
      expect(budget.rows.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(budget.totalInputTokens);
      expect(budget.counter).toMatchObject({
        id: "words",
        version: "1",
        exactness: "exact",
        rules: { id: "text-only" },
      });
    }
  });

  it("says what changed since the call before, and nothing where nothing did", async () => {
    const first = reportOf([words(30)]);
    const calls = await read(dumpOf(first, first, reportOf([words(30), words(5)], 25), reportOf([words(5)], 25)));
    const changes = calls.flatMap((line) => (line.kind === "call" ? [line.changed] : []));
    expect(changes[0]).toBeNull();
    expect(changes[1]).toEqual([]);
    expect(changes[2]).toEqual([
      { segment: "tools", label: expect.stringContaining("search"), before: 21, after: 26 },
      { segment: "history", label: "user", before: 0, after: 5 },
    ]);
    expect(changes[3]).toEqual([{ segment: "history", label: "user", before: 30, after: 0 }]);
  });

  it("is the same however it comes in chunks", async () => {
    const text = dumpOf(reportOf([]), reportOf([words(3), "é 👩‍👩‍👧"]));
    for (const size of [1, 7, 100, text.length]) expect(await read(text, size)).toEqual(await read(text));
  });

  it("survives being cut off anywhere, and tells that it was", async () => {
    const text = dumpOf(reportOf([]), reportOf([words(3)]));
    const headerEnd = text.indexOf("\n");
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: headerEnd, max: text.length }), async (end) => {
        const lines = await read(text.slice(0, end));
        const whole = text
          .slice(0, end)
          .split("\n")
          .filter((line) => line !== "" && line.endsWith("}") && isWhole(line));
        expect(lines.filter(({ kind }) => kind === "call").length).toBe(whole.length - 1);
        expect((lines.at(-1) as DumpEnd).kind).toBe("end");
      }),
    );
  });

  it.each<[string, (text: string) => string, string]>([
    [
      "another version",
      (text) => text.replace("plimsoll-dump/1", "plimsoll-dump/2"),
      'is of version "plimsoll-dump/2", and this release reads plimsoll-dump/1',
    ],
    ["no header", (text) => text.slice(text.indexOf("\n") + 1), "does not begin with its header"],
    ["nothing in it", () => "", "does not begin with its header"],
    [
      "rows that do not sum to the total",
      (text) => text.replace(/"totalInputTokens":\d+/, '"totalInputTokens":7'),
      "its rows sum to 25, and its total is 7",
    ],
    [
      "a total that is no number",
      (text) => text.replace(/"freeTokens":\d+/, '"freeTokens":"many"'),
      'its freeTokens is "many"',
    ],
    ["a line of another kind", (text) => text.replace('"kind":"call"', '"kind":"wish"'), 'its kind is "wish"'],
    ["a row without a hash", (text) => text.replace(/"sha256":"[0-9a-f]+",/, ""), "its rows are malformed"],
  ])("is refused with a clear error where it has %s", async (_what, damage, message) => {
    const failure = await read(damage(dumpOf(reportOf([])))).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(PlimsollError);
    expect(String(failure)).toContain("[invalid_dump]");
    expect(String(failure)).toContain(message);
  });

  it("throws nothing but its own error, whatever a line says", () => {
    const line = createDumpLines().call(reportOf([words(2)]));
    const mutated = fc
      .tuple(fc.constantFrom(...Object.keys(line), ...Object.keys(line.budget)), fc.jsonValue())
      .map(([key, value]) => {
        const copy = structuredClone(line) as unknown as Record<string, unknown>;
        const target = key in copy ? copy : (copy["budget"] as Record<string, unknown>);
        target[key] = value;
        return JSON.stringify(copy);
      });
    fc.assert(
      fc.property(fc.oneof(mutated, fc.json(), fc.string()), (text) => {
        try {
          parseDumpLine(text, 2);
        } catch (error) {
          expect(error).toBeInstanceOf(PlimsollError);
        }
      }),
      { numRuns: 500 },
    );
  });

  it("refuses a line without an end instead of holding it", async () => {
    const endless = async function* () {
      yield `${JSON.stringify(createDumpLines().header())}\n`;
      for (let chunk = 0; chunk < 100; chunk++) yield "x".repeat(1_000);
    };
    const reading = (async () => {
      for await (const line of readDump(endless(), { maxLineLength: 5_000 })) expect(line).toBeUndefined();
    })();
    await expect(reading).rejects.toThrow("more than 5000 characters");
  });
});

function isWhole(line: string): boolean {
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}

describe("createDumpFile", () => {
  const callsIn = async (path: string) => {
    const calls: number[] = [];
    let torn = 0;
    for await (const line of readDump(readTextFile(path))) {
      if (line.kind === "call") calls.push(line.iteration);
      if (line.kind === "end") torn = line.tornLines;
    }
    return { calls, torn };
  };

  it("appends a line for each request, and goes on in a file that is there", async () => {
    const path = freshPath();
    createDumpFile({ path }).onBudget(reportOf([]));
    const again = createDumpFile({ path });
    again.onBudget(reportOf(["a"]));
    again.onEvent({ type: "context.summarized", payload: {} });
    expect(await callsIn(path)).toEqual({ calls: [1, 2], torn: 0 });
    expect(readFileSync(path, "utf8").match(/plimsoll-dump\/1/g)).toHaveLength(1);
  });

  it("closes what a crash has torn, and goes on", async () => {
    const path = freshPath();
    createDumpFile({ path }).onBudget(reportOf([]));
    appendFileSync(path, '{"kind":"call","call":2,"ite');
    createDumpFile({ path }).onBudget(reportOf(["a", "b"]));
    expect(await callsIn(path)).toEqual({ calls: [1, 3], torn: 1 });
  });

  it("is bounded: beyond its size the file is put aside, and each begins with a header", async () => {
    const path = freshPath();
    const dump = createDumpFile({ path, maxBytes: 20_000 });
    for (let call = 0; call < 60; call++) dump.onBudget(reportOf([`${call}`]));
    expect(existsSync(`${path}.1`)).toBe(true);
    for (const file of [path, `${path}.1`]) {
      expect(statSync(file).size).toBeLessThanOrEqual(20_000);
      expect((await callsIn(file)).calls.length).toBeGreaterThan(0);
    }
  });
});
