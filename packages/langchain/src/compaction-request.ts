import * as z from "zod";
export const compactionContextSchema = z.object({ compactContext: z.boolean().optional() });
export function isCompactionRequested(runtime: { readonly context?: unknown }): boolean {
  const context = runtime.context;
  return typeof context === "object" && context !== null && Reflect.get(context, "compactContext") === true;
}
