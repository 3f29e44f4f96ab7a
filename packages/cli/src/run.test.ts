import { compileOutboundRequestBudget, createDumpLines } from "@plimsoll/core";
import { messageSegment, requestOf, textOnlyRules, toolSegment, wordCounter, words } from "@plimsoll/core/testing";
import { describe, expect, it } from "vitest";
import { verifies } from "../../../test/verifies.ts";
import { run } from "./run.ts";

const report = (iteration: number, history: number, tools = 120) => ({
  iteration,
  namespace: "",
  action: { kind: iteration === 4 ? "shortened" : "sent" },
  budget: compileOutboundRequestBudget(
    requestOf([
      messageSegment("system", "be brief"),
      toolSegment("search", tools),
      ...Array.from({ length: history }, () => messageSegment("history", words(40))),
      messageSegment("task", "find it"),
    ]),
    { counter: wordCounter, rules: textOnlyRules },
  ),
});

const lines = createDumpLines();
const dump = [
  lines.header(),
  ...[1, 2, 3, 4].map((call) => lines.call(report(call, 3 * call))),
  lines.call(report(5, 12, 140)),
]
  .map((line) => `${JSON.stringify(line)}\n`)
  .join("");

async function* chunksOf(text: string): AsyncGenerator<string> {
  yield text;
}

async function ask(input: string, words: readonly string[], columns = 80) {
  const out = { text: "", error: "" };
  const code = await run(words, {
    write: (text) => (out.text += text),
    writeError: (text) => (out.error += text),
    columns,
    read: (path) => {
      if (path === "gone") throw Object.assign(new Error("gone"), { code: "ENOENT", path });
      return chunksOf(input);
    },
  });
  return { code, ...out };
}

describe("plimsoll inspect", () => {
  it("shows the ledger, the line, the decision in words, the heaviest rows, what changed and how long it lasts", async () => {
    verifies("wo-01/todo/dump-and-box-show-ledger");
    const { code, text } = await ask(dump, ["inspect", "dump", "--call", "4"]);
    expect(code).toBe(0);
    expect(text).toMatchInlineSnapshot(`
      "call 4, iteration 4
      words (exact), rules text-only, sha256:14cb6091a2ed…
      ▓▓▓▓▓▓▓░░░░░░░░░░░░░░░░░░░░░░░░░░░░░                        ▏
                                          ▲ 40 % free line
      █ system                       2     0.2 %
      ▓ tool schemas               121    12.1 %
      ▚ task, working set            2     0.2 %
      ░ history                    480    48.0 %
      projected 605 of 1,000; the conversation alone, 482, says hold
      395 of 1,000 tokens (39.5 %) are free, below the 40.0 % headroom line:
        compaction may be requested.

      heaviest rows
        tools: schema of search                                          121   12.1 %
        history: user                                                     40    4.0 %
        history: user                                                     40    4.0 %
        history: user                                                     40    4.0 %
        history: user                                                     40    4.0 %

      changed since the call before (+ new, - gone, ~ other content)
      + history: user                                                  0 >        40
      + history: user                                                  0 >        40
      + history: user                                                  0 >        40

      about 3 calls left at 120 tokens more at each
      "
    `);
  });

  it("draws nothing where that is asked for", async () => {
    const { text } = await ask(dump, ["inspect", "dump", "--plain"]);
    expect(text).toContain("history");
    expect(text).not.toMatch(/[█▓▞▚▒░╱▏▲]/);
  });

  it.each([40, 80])("fits %s columns", async (columns) => {
    const { text } = await ask(dump, ["inspect", "dump"], columns);
    expect(text.split("\n").filter((line) => [...line].length > columns)).toEqual([]);
  });

  it("prints the call as it is in the dump where JSON is asked for", async () => {
    const { text } = await ask(dump, ["inspect", "dump", "--call", "2", "--json"]);
    expect(JSON.parse(text)).toEqual(JSON.parse(dump.split("\n")[2] ?? ""));
  });

  it("shows a line for each call", async () => {
    const { text } = await ask(dump, ["inspect", "-", "--calls"]);
    expect(text).toMatchInlineSnapshot(`
      " call      input  of window  verdict   done
          1        245    24.5 %  hold      sent
          2        365    36.5 %  hold      sent
          3        485    48.5 %  hold      sent
          4        605    60.5 %  eligible  shortened
          5        625    62.5 %  eligible  sent
      "
    `);
  });

  it("measures a raw request body", async () => {
    const body = JSON.stringify({
      model: "gpt-4o",
      messages: [{ role: "user", content: "hello there" }],
      max_tokens: 100,
    });
    const { code, text } = await ask(body, ["inspect", "-", "--body", "openai-chat", "--window", "128000"]);
    expect(code).toBe(0);
    expect(text).toContain("o200k_base (exact), rules openai-chat/gpt-4o");
    const json = await ask(body, ["inspect", "-", "--body", "openai-chat", "--window", "128000", "--json"]);
    expect(JSON.parse(json.text)).toMatchObject({
      totalInputTokens: 9,
      outputReservationTokens: 100,
      modelContextTokens: 128_000,
    });
  });

  it("tells of lines that are cut off, and shows the rest", async () => {
    const { code, text, error } = await ask(`${dump}{"kind":"ca`, ["inspect", "dump"]);
    expect([code, error]).toEqual([0, "1 lines of the dump are cut off, and were passed over\n"]);
    expect(text).toContain("call 5");
  });

  it.each<[string, string, readonly string[], number, string]>([
    ["a file that is no dump", "hello", ["inspect", "dump"], 1, "[invalid_dump]"],
    ["a call that is not there", dump, ["inspect", "dump", "--call", "9"], 1, "no call 9; its last is 5"],
    ["a body that is no JSON", "{", ["inspect", "-", "--body", "anthropic", "--window", "9"], 1, "[invalid_request]"],
    [
      "a body of a kind nobody knows",
      "{}",
      ["inspect", "-", "--body", "cohere", "--window", "9"],
      2,
      "use openai-chat",
    ],
    ["a body without a window", "{}", ["inspect", "-", "--body", "anthropic"], 2, "needs --window"],
    ["a call that is no number", dump, ["inspect", "dump", "--call", "two"], 2, "--call is two"],
    ["no file", dump, ["inspect"], 2, "inspect takes one FILE"],
    ["an option nobody knows", dump, ["inspect", "dump", "--colour"], 2, "--colour"],
    ["a file that is gone", dump, ["inspect", "gone"], 1, "gone cannot be read: ENOENT"],
    ["a mistyped command", dump, ["inspcet", "dump"], 2, "did you mean inspect?"],
    ["a command nobody knows", dump, ["summarise"], 2, "There is no command summarise\n"],
  ])("says what is wrong with %s", async (_what, input, asked, code, message) => {
    const answer = await ask(input, asked);
    expect(answer.code).toBe(code);
    expect(answer.error).toContain(message);
    expect(answer.text).toBe("");
  });
});

describe("plimsoll diff", () => {
  it("says what changed between two calls, by number or by fingerprint", async () => {
    const { text } = await ask(dump, ["diff", "dump", "4", "5"]);
    expect(text).toContain("another request, input 605 to 625 (+20)");
    expect(text).toMatch(/~ tools: .*search.* 121 > +141/);
    const fingerprint = (JSON.parse(dump.split("\n")[4] ?? "") as { budget: { requestFingerprint: string } }).budget
      .requestFingerprint;
    expect((await ask(dump, ["diff", "dump", fingerprint.slice(0, 20), "5"])).text).toBe(text);
    expect((await ask(dump, ["diff", "dump", "4", "4"])).text).toContain("the same request");
  });

  it("prints the changes where JSON is asked for", async () => {
    const { text } = await ask(dump, ["diff", "dump", "4", "5", "--json"]);
    expect(JSON.parse(text)).toEqual([{ segment: "tools", label: "schema of search", before: 121, after: 141 }]);
  });

  it("says which call is missing", async () => {
    expect(await ask(dump, ["diff", "dump", "4", "77"])).toMatchObject({
      code: 1,
      error: expect.stringContaining("no call 77"),
    });
  });
});

describe("plimsoll", () => {
  it("helps, with examples", async () => {
    expect((await ask("", ["--help"])).text).toContain("plimsoll inspect FILE --call 7");
    expect((await ask("", ["diff", "--help"])).text).toContain("plimsoll diff FILE A B");
    expect((await ask("", [])).code).toBe(2);
  });
});
