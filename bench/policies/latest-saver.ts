import {
  BaseCheckpointSaver,
  type Checkpoint,
  type CheckpointMetadata,
  type CheckpointTuple,
} from "@langchain/langgraph-checkpoint";
import type { RunnableConfig } from "@langchain/core/runnables";

/**
 * Keeps the latest checkpoint of one thread, by reference. It carries the private state of middleware from one run of
 * the agent to the next, as any saver does, without the copies that a history of checkpoints would cost.
 */
export class LatestSaver extends BaseCheckpointSaver {
  readonly #latest = new Map<string, CheckpointTuple>();

  override async getTuple(config: RunnableConfig): Promise<CheckpointTuple | undefined> {
    return this.#latest.get(placeOf(config));
  }

  override async *list(config: RunnableConfig): AsyncGenerator<CheckpointTuple> {
    const latest = this.#latest.get(placeOf(config));
    if (latest !== undefined) yield latest;
  }

  override async put(
    config: RunnableConfig,
    checkpoint: Checkpoint,
    metadata: CheckpointMetadata,
  ): Promise<RunnableConfig> {
    const stored = { configurable: { ...config.configurable, checkpoint_id: checkpoint.id } };
    this.#latest.set(placeOf(config), { config: stored, checkpoint, metadata });
    return stored;
  }

  override async putWrites(): Promise<void> {}

  override async deleteThread(threadId: string): Promise<void> {
    for (const place of this.#latest.keys()) if (place.startsWith(`${threadId}\n`)) this.#latest.delete(place);
  }
}

function placeOf({ configurable = {} }: RunnableConfig): string {
  return `${String(configurable["thread_id"])}\n${String(configurable["checkpoint_ns"] ?? "")}`;
}
