import type { RunEngine } from "../engine/run-engine.ts";
import type { ParsedAppOptions, Principal } from "../options.ts";
import type { RunRecord } from "../store/host-store.ts";
import { notFound, type Problem } from "./problem.ts";
import type { RunProjection } from "./run-projection.ts";

/** What routes work with. */
export interface HostContext {
  readonly options: ParsedAppOptions;
  readonly engine: RunEngine;
  readonly projection: RunProjection;
}

/** A run of the tenant's. Another's is not there, for all that can be seen. */
export async function findRun(
  { options }: HostContext,
  principal: Principal,
  runId: string,
): Promise<RunRecord | Problem> {
  const run = await options.store.readRun(runId);
  return run?.tenant === principal.tenant ? run : notFound(`run ${JSON.stringify(runId.slice(0, 128))}`);
}
