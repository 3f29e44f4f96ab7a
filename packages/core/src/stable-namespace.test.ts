import { expect, it } from "vitest";
import { stableNamespace } from "./stable-namespace.ts";

it.each([
  ["", ""],
  ["research:1f0c", "research"],
  ["research:1f0c|write:2a-b", "research|write"],
  ["research|write", "research|write"],
])("strips the task ids of %j", (namespace, stable) => {
  expect(stableNamespace(namespace)).toBe(stable);
});
