import { END, InvalidUpdateError } from "@langchain/langgraph";
import { PlimsollError } from "@plimsoll/core";
import * as z from "zod";
import { budgetStateKey } from "./budget-state.ts";

/** Run context of a manual request: `invoke(input, { context: { compactContext: true } })`. Everything else in it passes. */
export const compactionContextSchema = z.object({ compactContext: z.boolean().optional() }).passthrough();

/** Whether this run's context, or the state, asks for compaction. */
export function isCompactionRequested(context: unknown, state: object): boolean {
  return isTrue(context, "compactContext") || isTrue(Reflect.get(state, budgetStateKey), "compactionRequested");
}

function isTrue(value: unknown, key: string): boolean {
  return typeof value === "object" && value !== null && Reflect.get(value, key) === true;
}

/** A graph without the field, such as the parent of a budgeted one, would take the request and forget it. */
function requireBudgetField(graph: object): void {
  const channels: unknown = Reflect.get(graph, "channels");
  if (typeof channels !== "object" || channels === null || budgetStateKey in channels) return;
  throw new PlimsollError(
    "invalid_request",
    `the graph has no field "${budgetStateKey}": ask the agent or graph that holds the middleware or the summarization node, or ask through the run context { compactContext: true }.`,
  );
}

/** The parts of a compiled graph that asking needs. */
interface CompiledGraph {
  getState(config: object): Promise<{
    readonly values: unknown;
    readonly next: readonly unknown[];
  }>;
  updateState(config: object, values: Record<string, unknown> | null, asNode?: string): Promise<unknown>;
}

/**
 * Asks for compaction at the next model call of a thread, once: below the headroom line it compacts, at or above it
 * holds, as automatic compaction does. For an agent of `createAgent` or a compiled graph with a checkpointer.
 *
 * @throws PlimsollError `invalid_request` for a thread without a conversation, and for one in the middle of a run or
 *   interrupted, where writing state would lose what is pending; ask through the run's context there.
 */
export async function requestCompaction(
  agent: CompiledGraph | { readonly graph: CompiledGraph },
  config: { readonly configurable: { readonly thread_id: string } },
): Promise<void> {
  const graph = "graph" in agent ? agent.graph : agent;
  requireBudgetField(graph);
  const { values, next } = await graph.getState(config);
  const thread = JSON.stringify(config.configurable.thread_id);
  if (typeof values !== "object" || values === null || Object.keys(values).length === 0)
    throw new PlimsollError(
      "invalid_request",
      `thread ${thread} holds no conversation yet; there is nothing to compact.`,
    );
  if (next.length > 0) {
    throw new PlimsollError(
      "invalid_request",
      `thread ${thread} is in the middle of a run (next: ${next.map(String).join(", ")}); continue it with the run context { compactContext: true } instead.`,
    );
  }
  const known: unknown = Reflect.get(values, budgetStateKey);
  await writeIdle(graph, config, { ...(typeof known === "object" ? known : {}), compactionRequested: true });
}

/** Writes the state of an idle thread and leaves it idle: an update counts as the last node's, whose edges may lead on. */
async function writeIdle(graph: CompiledGraph, config: object, state: object): Promise<void> {
  try {
    await graph.updateState(config, { [budgetStateKey]: state });
  } catch (cause) {
    if (!(cause instanceof InvalidUpdateError)) throw cause;
    throw new PlimsollError(
      "invalid_request",
      "the last run ended in several nodes at once, so that its state cannot be written; ask through the run context { compactContext: true } instead.",
      { cause },
    );
  }
  const { next } = await graph.getState(config);
  if (next.length > 0) await graph.updateState(config, null, END);
}
