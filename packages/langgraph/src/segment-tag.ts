import type { BaseMessage } from "@langchain/core/messages";

/** Segments that a controller may put a message into. */
export type FrameSegment = "authority" | "task" | "evidence";

/** Marks a message as a controller frame: counted in its segment, never evicted. */
export interface SegmentTag {
  readonly segment: FrameSegment;
  /** Steering slot or working-set file the frame fills; part of the request's fingerprint. */
  readonly slot?: string;
  /** Hash of the file the content was read from; part of the request's fingerprint. */
  readonly fileHash?: string;
}

const key = "plimsoll";

/** Tags a message in `additional_kwargs.plimsoll`, where checkpoints keep it and providers do not see it. Returns the same message. */
export function tagSegment<M extends BaseMessage>(message: M, tag: SegmentTag): M {
  message.additional_kwargs[key] = tag;
  return message;
}

/** The tag of a message; undefined for none, or for one that names no frame segment. */
export function segmentTagOf(message: BaseMessage): SegmentTag | undefined {
  const tag: unknown = key in message.additional_kwargs ? message.additional_kwargs[key] : undefined;
  if (typeof tag !== "object" || tag === null) return undefined;
  const { segment, slot, fileHash } = tag as Readonly<Record<string, unknown>>;
  if (segment !== "authority" && segment !== "task" && segment !== "evidence") return undefined;
  return {
    segment,
    ...(typeof slot === "string" ? { slot } : {}),
    ...(typeof fileHash === "string" ? { fileHash } : {}),
  };
}
