import type { BaseCheckpointSaver } from "@langchain/langgraph";
import { overlay } from "../../packages/langgraph/src/pins/overlay.ts";

const reserved = "__ctxpin__";

/** What went through a saver: bytes of what was written, serialised as JSON, and reads, apart for summaries and for runs. */
export interface SaverTraffic {
  runBytes: number;
  pinBytes: number;
  pinReads: number;
  pinWrites: number;
  lists: number;
}

/** Counts what is written and read. The saver is wrapped from the inside, so that our own wrapper may stand outside. */
export function watched<S extends BaseCheckpointSaver>(
  saver: S,
): { readonly saver: S; readonly traffic: SaverTraffic } {
  const traffic: SaverTraffic = { runBytes: 0, pinBytes: 0, pinReads: 0, pinWrites: 0, lists: 0 };
  const isPin = (config: { readonly configurable?: Readonly<Record<string, unknown>> }) =>
    String(config.configurable?.["checkpoint_ns"] ?? "").startsWith(reserved);
  const count = (config: Parameters<S["put"]>[0], written: unknown) => {
    const bytes = Buffer.byteLength(JSON.stringify(written) ?? "");
    if (isPin(config)) {
      traffic.pinBytes += bytes;
      traffic.pinWrites++;
    } else traffic.runBytes += bytes;
  };
  const members: Pick<BaseCheckpointSaver, "put" | "putWrites" | "getTuple" | "list"> = {
    put: (config, checkpoint, metadata, versions) => {
      const changed = Object.fromEntries(
        Object.keys(versions).map((channel) => [channel, checkpoint.channel_values[channel]]),
      );
      count(config, [changed, checkpoint.channel_versions, metadata]);
      return saver.put(config, checkpoint, metadata, versions);
    },
    putWrites: (config, writes, task, path) => {
      count(config, writes);
      return saver.putWrites(config, writes, task, path);
    },
    getTuple: (config) => {
      if (isPin(config)) traffic.pinReads++;
      return saver.getTuple(config);
    },
    list: (config, options) => {
      traffic.lists++;
      return saver.list(config, options);
    },
  };
  return { saver: overlay(saver, members), traffic };
}
