import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Claim, divideRoom } from "./divide-room.ts";

const claim: fc.Arbitrary<Claim> = fc
  .tuple(fc.nat(100), fc.nat(500), fc.integer({ min: 1, max: 50 }))
  .map(([least, more, weight]) => ({ least, need: least + more, weight }));

describe("divideRoom", () => {
  it("gives by weight, and what one does not need to the others", () => {
    const claims = [
      { least: 0, need: 10, weight: 1 },
      { least: 0, need: 1000, weight: 1 },
      { least: 0, need: 1000, weight: 2 },
    ];
    expect(divideRoom(310, claims)).toEqual([10, 100, 200]);
  });

  it("gives each its least where there is room for all of these, never more than needed, and never more than there is", () => {
    fc.assert(
      fc.property(fc.array(claim, { minLength: 1 }), fc.nat(5000), (claims, room) => {
        const parts = divideRoom(room, claims);
        const isEnough = claims.reduce((sum, { least }) => sum + least, 0) <= room;
        for (const [index, { least, need }] of claims.entries()) {
          expect(parts[index]).toBeLessThanOrEqual(need);
          if (isEnough) expect(parts[index]).toBeGreaterThanOrEqual(least);
        }
        expect(parts.reduce((sum, part) => sum + part, 0)).toBeLessThanOrEqual(room);
      }),
    );
  });
});
