import { stableNamespace } from "@plimsoll/core";
import type { Writer } from "../events/emit-context-event.ts";
import type { ProjectedTranscript } from "../project-transcript.ts";
import { runStore, whyUnpinned } from "../pins/run-store.ts";
import { storeOfRun } from "../pins/store-of-run.ts";
import { replayOfRun } from "../replay/declared-replay.ts";
import { replayedRun } from "../replay/replayed-run.ts";
import { messageKey } from "../window/standing-window.ts";
import type { SummaryRun } from "../window/summary-run.ts";
import type { ParsedBudgetOptions } from "./budget-options.ts";
import { type ReadBudgetState, readBudgetState } from "./budget-state.ts";

/** What the host knows of the run a request belongs to. */
export interface BudgetRun {
  /** The state that holds the private field. */
  readonly state: object;
  readonly configurable: Readonly<Record<string, unknown>>;
  readonly writer: Writer;
  readonly signal: AbortSignal | undefined;
  /** The run's own context, which frames may read and which may ask for compaction. */
  readonly context: unknown;
  /** The provider reported an overflow of the last attempt. */
  readonly recovery: boolean;
}

/** A run with what earlier calls left. */
export interface BegunRun {
  readonly previous: ReadBudgetState | undefined;
  readonly iteration: number;
  readonly scope: string;
  readonly namespace: string;
  /** Key of the task, and the compactions made since it was set. */
  readonly task: string;
  readonly compactions: number;
  /** The model call the compactions are counted from. */
  readonly countedFrom: number;
  readonly summaryRun: SummaryRun;
}

/**
 * Reads what earlier calls left, and names the conversation: by its thread, or for a run without one by a name of its own.
 *
 * @throws PlimsollError `replay_context_summary_unavailable` for a declared replay whose records cannot all be read.
 */
export async function beginRun(
  run: BudgetRun,
  transcript: ProjectedTranscript,
  options: ParsedBudgetOptions,
): Promise<BegunRun> {
  const begun = begin(run, transcript, options);
  const { summaryRun } = begun;
  const replay = await replayOfRun(run.configurable, summaryRun.store);
  return { ...begun, summaryRun: replayedRun(summaryRun, replay) };
}

function begin(run: BudgetRun, transcript: ProjectedTranscript, options: ParsedBudgetOptions): BegunRun {
  const previous = readBudgetState(run.state);
  const iteration = (previous?.iteration ?? 0) + 1;
  const scope = scopeOf(run, previous, transcript.messages[0] ?? run.state);
  const namespace = stableNamespace(stringOf(run.configurable["checkpoint_ns"]) ?? "");
  const task = taskKey(transcript);
  const store = options.store ?? runStore(run.configurable, options.memory);
  const isCounted = previous?.run.task === task && iteration - (previous.run.countedFrom ?? 0) < countedCalls;
  const compactions = isCounted ? previous.run.compactions : 0;
  return {
    previous,
    iteration,
    scope,
    namespace,
    task,
    compactions,
    countedFrom: isCounted ? (previous.run.countedFrom ?? iteration) : iteration,
    summaryRun: {
      store,
      unpinned: () => (options.store === undefined ? whyUnpinned(run.configurable, store) : undefined),
      baseCheckpointId: baseCheckpointOf(run.configurable),
      scope,
      namespace,
      iteration,
      writer: run.writer,
      signal: run.signal,
      attempt: stringOf(run.configurable["__pregel_task_id"]) ?? scope,
      left: Math.max(0, options.maxCompactions - compactions),
      isResting: iteration <= (previous?.run.restsUntil ?? 0),
    },
  };
}

/** A long run without a word of the user is no loop: compactions are counted anew after so many model calls. */
const countedCalls = 100;

/** Where LangGraph keeps the checkpoints that a node and the graphs around it started from, by their namespaces. */
const checkpointMapKey = "checkpoint_map";

/** Reads an internal key of LangGraph: where a version moves it, no base is recorded. */
function baseCheckpointOf(configurable: BudgetRun["configurable"]): string | null {
  // Without a saver the checkpoint is a name nobody stores.
  if (storeOfRun(configurable) === undefined) return null;
  const graph = (stringOf(configurable["checkpoint_ns"]) ?? "").split("|").slice(0, -1).join("|");
  const known: unknown = Reflect.get(Object(configurable[checkpointMapKey]), graph);
  return stringOf(known) ?? null;
}

const unnamed = new WeakMap<object, string>();

/**
 * Without a thread nothing outlives the run; the name keeps conversations of one process apart. It hangs on the first
 * message, which every attempt at a request has in common.
 */
function scopeOf({ configurable }: BudgetRun, previous: ReadBudgetState | undefined, first: object): string {
  const thread = stringOf(configurable["thread_id"]);
  if (thread !== undefined) return thread;
  const known = previous?.scope ?? unnamed.get(first);
  if (known !== undefined) return known;
  const made = `run:${globalThis.crypto.randomUUID()}`;
  unnamed.set(first, made);
  return made;
}

function taskKey(transcript: ProjectedTranscript): string {
  const task = transcript.turns.findLast(
    ({ kind, pinned, conversation }) => kind === "human" && pinned && conversation,
  );
  return messageKey(transcript, task?.entries[0] ?? -1);
}

function stringOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
