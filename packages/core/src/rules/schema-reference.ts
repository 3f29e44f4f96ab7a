import { asObject, own, type JsonObject } from "./json-object.ts";

/** The schema that a local JSON pointer (`#/$defs/Name`) names; `undefined` where it names none. */
export function referencedSchema(root: JsonObject, reference: string): JsonObject | undefined {
  if (reference === "#") return root;
  if (!reference.startsWith("#/")) return undefined;
  let node: JsonObject | undefined = root;
  for (const step of reference.slice(2).split("/")) {
    node = asObject(own(node, step.replaceAll("~1", "/").replaceAll("~0", "~")));
  }
  return node;
}
