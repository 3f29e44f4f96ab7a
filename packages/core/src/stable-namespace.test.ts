import { expect, it } from "vitest";
import { enclosingGraph, stableNamespace } from "./stable-namespace.ts";

it.each([
  ["", ""],
  ["research:1f0c", "research"],
  ["research:1f0c|write:2a-b", "research|write"],
  ["research|write", "research|write"],
])("strips the task ids of %j", (namespace, stable) => {
  expect(stableNamespace(namespace)).toBe(stable);
});

it.each([
  ["", ""],
  ["model_request", ""],
  ["research|model_request", "research"],
])("finds the graph that %j is a node of", (namespace, graph) => {
  expect(enclosingGraph(namespace)).toBe(graph);
});
