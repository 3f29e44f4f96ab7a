import { BaseCheckpointSaver, MemorySaver } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";
import { overlay } from "./overlay.ts";

class Counter {
  #count = 0;
  step = 1;
  add(): number {
    this.#count += this.step;
    return this.#count;
  }
}

describe("overlay", () => {
  it("stays an instance of its class, and private fields work", () => {
    const counter = overlay(new Counter(), { name: "mine" });
    expect(counter).toBeInstanceOf(Counter);
    expect(counter.constructor).toBe(Counter);
    expect([counter.add(), counter.add(), counter.name]).toEqual([1, 2, "mine"]);
    expect("name" in counter && "add" in counter).toBe(true);
  });

  it("sets fields on the object, where its methods see them", () => {
    const inner = new Counter();
    const counter = overlay(inner, {});
    counter.step = 10;
    expect(counter.add()).toBe(10);
    expect(inner.step).toBe(10);
  });

  it("has methods that are added later, and the same function each time", () => {
    const inner = new Counter();
    const counter = overlay(inner, {});
    Object.assign(inner, { later: () => "later" });
    expect(Reflect.get(counter, "later")()).toBe("later");
    expect(counter.add).toBe(counter.add);
  });

  it("runs every method of a checkpoint saver on the saver itself", () => {
    const names = Object.getOwnPropertyNames(BaseCheckpointSaver.prototype).filter((name) => name !== "constructor");
    const receivers: unknown[] = [];
    const inner = new MemorySaver();
    for (const name of names)
      Reflect.set(inner, name, function (this: unknown) {
        receivers.push(this);
      });
    const outer = overlay(inner, {});
    for (const name of names) Reflect.get(outer, name)();
    expect(names).toContain("getDeltaChannelHistory");
    expect(receivers).toEqual(names.map(() => inner));
    expect(receivers.every((receiver) => receiver === inner)).toBe(true);
  });
});
