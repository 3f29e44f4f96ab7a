import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compactJson } from "./compact-json.ts";

describe("compactJson", () => {
  it.each([
    ['{"a": 1, "b": [1, 2]}', '{"a":1,"b":[1,2]}'],
    ['{ "text": "two words, a: \\" quote" }', '{"text":"two words, a: \\" quote"}'],
    ['{\n\t"a":\r\n1.0}', '{"a":1.0}'],
    ['{"big": 12345678901234567890}', '{"big":12345678901234567890}'],
    ['{"broken": ', '{"broken": '],
    ["", ""],
  ])("turns %j into %j", (text, compact) => {
    expect(compactJson(text)).toBe(compact);
  });

  it("equals what a serializer writes without white space", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const plain: unknown = JSON.parse(JSON.stringify(value));
        expect(compactJson(JSON.stringify(plain, null, 2))).toBe(JSON.stringify(plain));
      }),
    );
  });
});
