import { describe, expect, it } from "vitest";
import { Class, classOf } from "./unicode-classes.ts";
import { unicodeVersion } from "./unicode-tables.generated.ts";

const classes = Array.from({ length: 0x110000 }, (_, codePoint) => classOf(codePoint));

describe("classOf", () => {
  it("gives every code point exactly one class", () => {
    expect(classes.every((bits) => bits !== 0 && (bits & (bits - 1)) === 0)).toBe(true);
  });

  it("takes Rust's White_Space for white space, not JavaScript's", () => {
    const spaces = [...classes.keys()].filter((codePoint) => (classes[codePoint] ?? 0) & (Class.space | Class.newline));
    const ranged = Array.from({ length: 11 }, (_, at) => 0x2000 + at);
    const rest = [0x2028, 0x2029, 0x202f, 0x205f, 0x3000];
    expect(spaces).toEqual([9, 10, 11, 12, 13, 0x20, 0x85, 0xa0, 0x1680, ...ranged, ...rest]);
    expect(classes[0xfeff]).toBe(Class.other);
  });

  it("knows what Unicode 16 assigned and nothing later", () => {
    expect(unicodeVersion).toBe("16.0.0");
    expect(classes[0x1c89]).toBe(Class.upper); // 16: Cyrillic capital Tje
    expect(classes[0x10d40]).toBe(Class.number); // 16: Garay digit zero
    expect(classes[0x88f]).toBe(Class.other); // 17: Arabic letter noon with ring above
    expect(classes[0x323b0]).toBe(Class.other); // 17: CJK extension J
  });
});
