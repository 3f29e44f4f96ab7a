import { get_encoding } from "tiktoken";
import { describe, expect, it } from "vitest";
import { isPlimsollError } from "../errors.ts";
import { loadTiktokenCounter, type TiktokenEncoding } from "./load-tiktoken-counter.ts";
import { selfCheck, selfCheckText } from "./self-check.ts";

describe("loadTiktokenCounter", () => {
  it("gives every caller the same counter, also while it loads", async () => {
    const first = loadTiktokenCounter("o200k_base");
    expect(loadTiktokenCounter("o200k_base")).toBe(first);
    expect(await loadTiktokenCounter("o200k_base")).toBe(await first);
  });

  it("refuses an encoding it does not know", async () => {
    for (const name of ["gpt2", "toString", ""]) {
      const error: unknown = await loadTiktokenCounter(name as TiktokenEncoding).catch((reason: unknown) => reason);
      expect(isPlimsollError(error, "invalid_options"), name).toBe(true);
    }
  });

  it("pins the versions, which name algorithm, ranks and Unicode version", async () => {
    const versions = await Promise.all(
      (["o200k_base", "cl100k_base"] as const).map(async (name) => (await loadTiktokenCounter(name)).version),
    );
    expect(versions).toEqual(["1+ranks-199998-0d13a540+unicode-16.0.0", "1+ranks-100256-d202c4ad+unicode-16.0.0"]);
  });

  it.each(["o200k_base", "cl100k_base"] as const)("checks %s against the count the reference gives", async (name) => {
    const counter = await loadTiktokenCounter(name);
    const expected = get_encoding(name).encode_ordinary(selfCheckText).length;
    expect(counter.count(selfCheckText)).toBe(expected);
    expect(() => selfCheck(counter, expected)).not.toThrow();
    expect(() => selfCheck(counter, expected + 1)).toThrow(/\[internal\]/);
  });
});
