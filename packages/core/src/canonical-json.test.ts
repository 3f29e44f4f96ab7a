import canonicalize from "canonicalize";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalJson, jsonText } from "./canonical-json.ts";
import type { JsonValue } from "./outbound-request.ts";

describe("canonicalJson", () => {
  it("writes the example of RFC 8785", () => {
    const value = {
      numbers: [333333333.3333333, 1e30, 4.5, 2e-3, 1e-27],
      string: '€$\u000f\nA\'B"\\\\"/',
      literals: [null, true, false],
    };
    expect(canonicalJson(value, "value")).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    );
  });

  it("sorts keys by UTF-16 units", () => {
    const value = { "\u20ac": 1, "\r": 2, "\ufb33": 3, "1": 4, "\ud83d\ude00": 5, "\u0080": 6, "\u00f6": 7 };
    expect(Object.values(JSON.parse(canonicalJson(value, "value")) as object)).toHaveLength(7);
    expect(canonicalJson(value, "value")).toBe('{"\\r":2,"1":4,"\u0080":6,"ö":7,"€":1,"😀":5,"\ufb33":3}');
  });

  it("agrees with another implementation on any JSON", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        expect(canonicalJson(value as JsonValue, "value")).toBe(canonicalize(value));
      }),
    );
  });
});

describe("jsonText", () => {
  it("keeps the order of the keys", () => {
    expect(jsonText({ b: 1, a: { d: 2, c: [3] } }, "value")).toBe('{"b":1,"a":{"d":2,"c":[3]}}');
  });

  it.each([
    ["a cycle", cyclic(), "schema.self"],
    ["a number without JSON form", { limit: Number.NaN }, "schema.limit"],
    ["a function", { run: () => 1 }, "schema.run"],
    ["a bigint in a list", { list: [1n] }, "schema.list[0]"],
    ["absurd nesting", nested(300), "deeper than 256 levels"],
  ])("refuses %s and says where", (_what, value, place) => {
    expect(() => jsonText(value as JsonValue, "schema")).toThrow("[invalid_request]");
    expect(() => canonicalJson(value as JsonValue, "schema")).toThrow(place);
  });
});

function cyclic(): object {
  const value: { self?: unknown } = {};
  value.self = value;
  return value;
}

function nested(depth: number): object {
  let value: object = {};
  for (let level = 0; level < depth; level++) value = { value };
  return value;
}
