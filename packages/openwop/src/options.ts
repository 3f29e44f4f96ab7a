import { PlimsollError } from "@plimsoll/core";
import * as z from "zod";
import { type ContextBudgetConfiguration, requireHonestBudget } from "./context-budget-configuration.ts";
import type { Workflow } from "./engine/workflow.ts";
import type { HostStore } from "./store/host-store.ts";
import { createMemoryHostStore } from "./store/memory-host-store.ts";

/** What a credential may do (OpenWOP scopes). */
export type Scope = "manifest:read" | "runs:create" | "runs:read" | "runs:cancel" | "artifacts:read";

/** Whose a credential is. */
export interface Principal {
  /** Owns every run made with the credential, and sees no other's. */
  readonly tenant: string;
  readonly scopes: readonly Scope[];
}

/** Options of `createOpenwopApp`. */
export interface OpenwopAppOptions {
  /** What can be run: at least one; ids are unique. */
  readonly workflows: readonly Workflow[];
  /** Whose a bearer token is; undefined for nobody's. Asked for every request but discovery and OpenAPI. */
  readonly authenticate: (token: string) => Principal | undefined | Promise<Principal | undefined>;
  /** Stable name of this host, which other hosts know it by (RFC 0040). */
  readonly hostId: string;
  /** Where runs are kept. Default: memory, which is gone with the process. */
  readonly store?: HostStore;
  readonly implementation?: Implementation;
  /** The orchestrator's turns one run may take before `cap.breached` ends it. Default 100: a loop that long has lost its way. */
  readonly maxLoopIterations?: number;
  /** Bounds the transcripts of orchestrators, and says so in discovery. Default: no bound, and nothing is said. */
  readonly contextBudget?: ContextBudgetConfiguration;
  /** The embedder's word that a live model decides in every orchestrator's loop; `contextBudget` is refused without it (RFC 0111, scope). Default false. */
  readonly attestLiveModel?: boolean;
  /** Serves the conformance seams where `environment` has `OPENWOP_TEST_SEAM_ENABLED=true` too. Never in production. Default false. */
  readonly seams?: boolean;
  /** Where the gate of the seams is looked for: `process.env`, say. Default: nowhere, as a library reads no environment by itself. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Applied to every text of a transcript before it is fed or stored. Default: as it is. */
  readonly redact?: (text: string) => string;
  /** Largest body of a request in bytes. Default 1,048,576. */
  readonly maxRequestBodyBytes?: number;
  /** Milliseconds between comments that keep an idle event stream open. Default 15,000: half of what the protocol asks for. */
  readonly keepAliveMs?: number;
}

/** Who made the host; shown in discovery. */
export interface Implementation {
  readonly name?: string;
  readonly version?: string;
  readonly vendor?: string;
}

/** Options with their defaults applied. */
export interface ParsedAppOptions {
  readonly workflows: ReadonlyMap<string, Workflow>;
  readonly authenticate: OpenwopAppOptions["authenticate"];
  readonly hostId: string;
  readonly store: HostStore;
  readonly implementation: Implementation;
  readonly maxLoopIterations: number;
  readonly contextBudget: ContextBudgetConfiguration | undefined;
  readonly serveSeams: boolean;
  readonly redact: (text: string) => string;
  readonly maxRequestBodyBytes: number;
  readonly keepAliveMs: number;
}

const isFunction = (value: unknown) => typeof value === "function";
const text = z.string().min(1);

const schema = z.strictObject({
  workflows: z.array(z.custom<Workflow>(isWorkflow, "expected a Workflow: { definition, replayable, run }")).min(1),
  authenticate: z.custom<OpenwopAppOptions["authenticate"]>(isFunction, "expected a function"),
  hostId: text,
  store: z.custom<HostStore>(isHostStore, "expected a HostStore: createSqliteHostStore(), say").optional(),
  implementation: z
    .strictObject({ name: text.optional(), version: text.optional(), vendor: text.optional() })
    .default({}),
  maxLoopIterations: z.number().int().min(1).default(100),
  contextBudget: z
    .custom<ContextBudgetConfiguration>((value) => typeof value === "object" && value !== null)
    .optional(),
  attestLiveModel: z.boolean().default(false),
  seams: z.boolean().default(false),
  environment: z.record(z.string(), z.string().optional()).default({}),
  redact: z.custom<(text: string) => string>(isFunction, "expected a function").optional(),
  maxRequestBodyBytes: z.number().int().min(1).default(1_048_576),
  keepAliveMs: z.number().int().min(1).max(30_000).default(15_000),
});

/**
 * Checks the options once, at creation.
 *
 * @throws PlimsollError `invalid_options` that names every wrong option, its value and the remedy.
 */
export function parseAppOptions(options: OpenwopAppOptions): ParsedAppOptions {
  const parsed = schema.safeParse(options);
  if (!parsed.success) throw invalid(parsed.error.issues.map(describe).join("; "), parsed.error);
  const { workflows, contextBudget, attestLiveModel, seams, environment, ...rest } = parsed.data;
  const byId = new Map(workflows.map((workflow) => [workflow.definition.id, workflow]));
  requireIds(workflows);
  const hasOrchestrator = workflows.some(({ orchestrator }) => orchestrator !== undefined);
  if (contextBudget !== undefined) requireHonestBudget(contextBudget, { attestLiveModel, hasOrchestrator });
  return {
    ...rest,
    implementation: definedOnly(rest.implementation),
    workflows: byId,
    contextBudget,
    store: rest.store ?? createMemoryHostStore(),
    serveSeams: seams && environment["OPENWOP_TEST_SEAM_ENABLED"] === "true",
    redact: rest.redact ?? ((same) => same),
  };
}

/** Ids are path segments, and name one workflow each. */
function requireIds(workflows: readonly Workflow[]): void {
  const seen = new Set<string>();
  for (const { definition } of workflows) {
    const { id } = definition;
    if (!/^[A-Za-z0-9._~-]{1,128}$/.test(id))
      throw invalid(`a workflow has the id ${JSON.stringify(id)}; use 1 to 128 letters, digits, ".", "_", "~" or "-"`);
    if (seen.has(id)) throw invalid(`two workflows have the id ${id}; give each its own`);
    seen.add(id);
  }
}

function describe(issue: z.core.$ZodIssue): string {
  return `${issue.path.join(".") || "options"}: ${issue.message}`;
}

function invalid(what: string, cause?: unknown): PlimsollError {
  return new PlimsollError("invalid_options", `createOpenwopApp: ${what}.`, cause === undefined ? {} : { cause });
}

function definedOnly(value: { readonly [K in keyof Implementation]?: string | undefined }): Implementation {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined));
}

function isWorkflow(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const { definition, replayable, run } = value as Partial<Record<keyof Workflow, unknown>>;
  const hasId =
    typeof definition === "object" && definition !== null && typeof Reflect.get(definition, "id") === "string";
  return hasId && typeof replayable === "boolean" && isFunction(run);
}

function isHostStore(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const methods: readonly (keyof HostStore)[] = ["createRun", "append", "readEvents", "readDocument", "deleteArtifact"];
  return methods.every((method) => isFunction(Reflect.get(value, method)));
}
