import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type PlannedTurn, planWindow } from "./plan-window.ts";

const human = (tokens: number, isProtected = false): PlannedTurn => ({ kind: "human", tokens, protected: isProtected });
const assistant = (tokens: number, isProtected = false): PlannedTurn => ({
  kind: "assistant",
  tokens,
  protected: isProtected,
});
const system: PlannedTurn = { kind: "system", tokens: 50, protected: true };

describe("planWindow", () => {
  it("holds at no free token and above", () => {
    expect(planWindow([human(10)], { freeTokens: 0, headroomTokens: 400 })).toEqual({ kind: "hold", freeTokens: 0 });
  });

  it("takes out the oldest turns down to the headroom line", () => {
    const turns = [
      system,
      human(10, true),
      assistant(100),
      assistant(100),
      assistant(100),
      assistant(100),
      assistant(100),
      assistant(5, true),
    ];
    expect(planWindow(turns, { freeTokens: -50, headroomTokens: 100 })).toEqual({
      kind: "evict",
      turns: [2, 3],
      evictedTokens: 200,
      freeTokens: 150,
    });
  });

  it("stops at half of the room that can be made when the headroom line is out of reach", () => {
    const turns = [human(1, true), assistant(100), assistant(100), assistant(100), assistant(100), assistant(1, true)];
    expect(planWindow(turns, { freeTokens: -100, headroomTokens: 10_000 })).toMatchObject({
      kind: "evict",
      turns: [1, 2, 3],
      freeTokens: 200,
    });
  });

  it("takes the answers of an exchange before the human message that opened it", () => {
    const turns = [human(10), assistant(100), assistant(100), human(10, true), assistant(1, true)];
    expect(planWindow(turns, { freeTokens: -60, headroomTokens: 30 })).toMatchObject({ turns: [1] });
    expect(planWindow(turns, { freeTokens: -205, headroomTokens: 30 })).toMatchObject({ turns: [0, 1, 2] });
  });

  it("takes the human message of an exchange with protected turns last of all", () => {
    const turns = [human(500), assistant(5, true), human(10), assistant(100), human(5, true)];
    expect(planWindow(turns, { freeTokens: -100, headroomTokens: 10 })).toMatchObject({ turns: [2, 3] });
    expect(planWindow(turns, { freeTokens: -200, headroomTokens: 10 })).toMatchObject({ turns: [0, 2, 3] });
  });

  it("refuses with the shortfall when everything that may go is not enough", () => {
    expect(
      planWindow([system, human(900, true), assistant(30), assistant(5, true)], {
        freeTokens: -100,
        headroomTokens: 400,
      }),
    ).toEqual({
      kind: "refuse",
      shortBy: 70,
      evictableTokens: 30,
    });
  });

  it("never takes a protected turn, never stops short of fitting, and adds up, whatever the turns", () => {
    const turn = fc.record<PlannedTurn>({
      kind: fc.constantFrom("human", "assistant", "system", "orphan"),
      tokens: fc.nat(500),
      protected: fc.boolean(),
    });
    fc.assert(
      fc.property(
        fc.array(turn, { maxLength: 30 }),
        fc.integer({ min: -5_000, max: 500 }),
        fc.nat(1_000),
        (turns, freeTokens, headroomTokens) => {
          const plan = planWindow(turns, { freeTokens, headroomTokens });
          const evictable = turns.reduce((sum, each) => sum + (each.protected ? 0 : each.tokens), 0);
          if (plan.kind === "refuse")
            expect(plan).toMatchObject({ shortBy: -(freeTokens + evictable), evictableTokens: evictable });
          if (plan.kind !== "evict") return;
          expect(plan.turns.every((index) => turns[index]?.protected === false)).toBe(true);
          expect(new Set(plan.turns).size).toBe(plan.turns.length);
          expect(plan.evictedTokens).toBe(plan.turns.reduce((sum, index) => sum + (turns[index]?.tokens ?? 0), 0));
          expect(plan.freeTokens).toBe(freeTokens + plan.evictedTokens);
          expect(plan.freeTokens).toBeGreaterThanOrEqual(0);
        },
      ),
    );
  });
});
