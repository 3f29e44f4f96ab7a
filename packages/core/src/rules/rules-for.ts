import type { Surface } from "../outbound-request.ts";
import { resolveAccounting } from "./resolve-accounting.ts";
import type { SurfaceRules } from "./surface-rules.ts";

/** The framing rules of a surface and model; the conservative default where neither has rules of its own. Never throws. */
export function rulesFor(surface: Surface, modelId: string): SurfaceRules {
  return resolveAccounting(surface, modelId).rules;
}
