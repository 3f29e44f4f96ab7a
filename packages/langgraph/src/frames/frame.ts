import type { BaseMessage } from "@langchain/core/messages";
import { PlimsollError } from "@plimsoll/core";
import * as z from "zod";
import type { FrameSegment } from "../segment-tag.ts";

/** A piece of context that a controller gives each request anew: steering, a working-set file, evidence. Never compacted. */
export interface Frame {
  /** What it fills; at most one frame a slot is sent, the last one given. Part of the request's fingerprint. */
  readonly slot: string;
  /** The segment it is counted in. */
  readonly segment: FrameSegment;
  readonly content: string;
  /** Hash of the file it was read from; part of the request's fingerprint. */
  readonly fileHash?: string;
}

/** What a function that gives frames is told. */
export interface FrameContext {
  readonly messages: readonly BaseMessage[];
  readonly state: object;
  readonly context: unknown;
}

/** Frames of every request, or a function that gives those of one. */
export type FrameSource = readonly Frame[] | ((context: FrameContext) => readonly Frame[] | Promise<readonly Frame[]>);

const schema = z.array(
  z.strictObject({
    slot: z.string().min(1),
    segment: z.enum(["authority", "task", "evidence"]),
    content: z.string().min(1),
    fileHash: z.string().min(1).optional(),
  }),
);

/**
 * Checks frames, and keeps the last one of each slot, in the order of the slots' last frames.
 *
 * @throws PlimsollError `invalid_options` naming the frame's slot and what is wrong with it.
 */
export function checkedFrames(frames: unknown): readonly Frame[] {
  const parsed = schema.safeParse(frames);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const place = issue?.path[0];
    const slot: unknown = Array.isArray(frames) && typeof place === "number" ? frames[place]?.slot : undefined;
    throw new PlimsollError(
      "invalid_options",
      `frames: the frame of slot ${JSON.stringify(slot)} has a wrong ${issue?.path.slice(1).join(".") || "form"} (${issue?.message}); a frame is { slot, segment: "authority" | "task" | "evidence", content, fileHash? }.`,
    );
  }
  const lastOfSlot = new Map(parsed.data.map((frame, index) => [frame.slot, index]));
  return parsed.data.filter((frame, index) => lastOfSlot.get(frame.slot) === index) as readonly Frame[];
}
