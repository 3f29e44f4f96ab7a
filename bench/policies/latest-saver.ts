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
  #latest: CheckpointTuple | undefined;

  override async getTuple(): Promise<CheckpointTuple | undefined> {
    return this.#latest;
  }

  override async *list(): AsyncGenerator<CheckpointTuple> {
    if (this.#latest !== undefined) yield this.#latest;
  }

  override async put(
    config: RunnableConfig,
    checkpoint: Checkpoint,
    metadata: CheckpointMetadata,
  ): Promise<RunnableConfig> {
    const stored = { configurable: { ...config.configurable, checkpoint_id: checkpoint.id } };
    this.#latest = { config: stored, checkpoint, metadata };
    return stored;
  }

  override async putWrites(): Promise<void> {}

  override async deleteThread(): Promise<void> {
    this.#latest = undefined;
  }
}
