import type { BaseCheckpointSaver } from "@langchain/langgraph";
import { PlimsollError } from "@plimsoll/core";
import { cellOf, readCell, slotOf, writeOnce } from "./saver-cell.ts";

/**
 * Tries whether a saver keeps what is written first, in a thread of its own that is deleted afterwards. Savers that
 * keep only the newest checkpoint overwrite instead.
 *
 * @throws PlimsollError `invalid_options` for a saver that cannot hold summaries. What the saver throws passes through.
 */
export async function probeSaver(saver: BaseCheckpointSaver): Promise<void> {
  const scope = `probe-${globalThis.crypto.randomUUID()}`;
  const [first, second] = [cellOf(scope, "first"), cellOf(scope, "second")];
  const slots = { one: slotOf("one"), two: slotOf("two") };
  try {
    await writeOnce(saver, first, { slot: slots.one, value: { text: "kept" } });
    await writeOnce(saver, first, { slot: slots.two, value: { text: "beside" } });
    await writeOnce(saver, second, { slot: slots.one, value: { text: "elsewhere" } });
    await writeOnce(saver, first, { slot: slots.one, value: { text: "too late" } });
    const kept = await readCell(saver, first);
    const other = await readCell(saver, second);
    const found = [kept?.get(slots.one), kept?.get(slots.two), other?.get(slots.one)].map(textOf);
    if (found.join() !== "kept,beside,elsewhere") throw unsuitable(saver);
  } finally {
    await saver.deleteThread(first.thread_id);
  }
}

const probed = new WeakMap<BaseCheckpointSaver, Promise<void>>();

/** {@link probeSaver}, once for each saver that passes. */
export function requirePinHome(saver: BaseCheckpointSaver): Promise<void> {
  const known = probed.get(saver) ?? probeSaver(saver);
  probed.set(saver, known);
  known.catch(() => probed.delete(saver));
  return known;
}

function textOf(value: unknown): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, "text") : undefined;
}

function unsuitable(saver: BaseCheckpointSaver): PlimsollError {
  const name = saver.constructor.name;
  return new PlimsollError(
    "invalid_options",
    `${name} cannot hold recorded summaries: it overwrites or loses what was written first, as savers do that keep only the newest checkpoint. Use a saver with full history, or record them elsewhere: createBaseStoreSummaryStore(store), or a SummaryStore of your own.`,
    { details: { saver: name } },
  );
}
