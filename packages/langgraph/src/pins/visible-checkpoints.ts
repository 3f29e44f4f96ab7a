import type { BaseCheckpointSaver, CheckpointTuple } from "@langchain/langgraph";
import { isReserved } from "./saver-cell.ts";

type ListParameters = Parameters<BaseCheckpointSaver["list"]>;

/**
 * What `saver.list` gives, without the cells of {@link isReserved}: as many checkpoints as were asked for, however many
 * cells lie between them. One call of the saver where none do. Without a limit, at least as many as the saver's first
 * answer has rows: some savers have a limit of their own.
 */
export async function* visibleCheckpoints(
  saver: BaseCheckpointSaver,
  [config, options]: ListParameters,
): AsyncGenerator<CheckpointTuple> {
  const given = new Set<string>();
  let wanted = options?.limit;
  for (let limit = wanted; ;) {
    let rows = 0;
    let hidden = 0;
    for await (const tuple of saver.list(config, limit === undefined ? options : { ...options, limit })) {
      rows++;
      if (isReserved(tuple.config.configurable?.["checkpoint_ns"])) hidden++;
      else if ((wanted === undefined || given.size < wanted) && isNew(given, tuple)) yield tuple;
    }
    wanted ??= rows;
    if (hidden === 0 || given.size >= wanted || rows < (limit ?? rows)) return;
    limit = 2 * (wanted + hidden);
  }
}

function isNew(given: Set<string>, { config }: CheckpointTuple): boolean {
  const { thread_id, checkpoint_ns, checkpoint_id } = config.configurable ?? {};
  const key = JSON.stringify([thread_id, checkpoint_ns, checkpoint_id]);
  if (given.has(key)) return false;
  given.add(key);
  return true;
}
