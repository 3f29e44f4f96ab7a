import { type BaseMessage, HumanMessage } from "@langchain/core/messages";
import { segmentTagOf, tagSegment } from "../segment-tag.ts";
import { boundedMap } from "../summaries/per-store.ts";
import { checkedFrames, type Frame, type FrameContext, type FrameSource } from "./frame.ts";

/** Messages with their frames. */
export interface FramedMessages {
  readonly messages: readonly BaseMessage[];
  /** Older copies of these slots that stood in the history and are left out. */
  readonly superseded: number;
}

/**
 * Appends the frames of a request as user messages, tagged with segment and slot. They stand last, where every
 * provider takes a user message and the cached prefix before them stays whole. Copies of the same slot that an earlier
 * request left in the history are left out.
 *
 * @throws PlimsollError `invalid_options` for a frame that is none.
 */
export async function applyFrames(
  messages: readonly BaseMessage[],
  source: FrameSource | undefined,
  context: Omit<FrameContext, "messages">,
): Promise<FramedMessages> {
  if (source === undefined) return { messages, superseded: 0 };
  const given = typeof source === "function" ? await source({ ...context, messages }) : source;
  const frames = checkedFrames(given);
  if (frames.length === 0) return { messages, superseded: 0 };
  const slots = new Set(frames.map(({ slot }) => slot));
  const rest = messages.filter((message) => !slots.has(segmentTagOf(message)?.slot ?? ""));
  return { messages: [...rest, ...frames.map(frameMessage)], superseded: messages.length - rest.length };
}

const frameIdPrefix = "plimsoll-frame:";

/** Whether a message is a frame of ours. */
export function isFrame({ id }: BaseMessage): boolean {
  return id?.startsWith(frameIdPrefix) === true;
}

/** Frames in use at once by the conversations of a process. */
const remembered = 500;
const made = boundedMap<string, HumanMessage>(remembered);

/** The same object for the same frame, so that what was counted once stays counted. */
function frameMessage(frame: Frame): HumanMessage {
  const { slot, segment, content, fileHash } = frame;
  const key = JSON.stringify([slot, segment, content, fileHash]);
  const known = made.get(key);
  const text = `<frame slot=${JSON.stringify(slot)} kind="${segment}">\n${content.replaceAll("</frame", "<\\/frame")}\n</frame>`;
  // Whoever is handed a message may edit it in place.
  if (known?.content === text) return known;
  const message = new HumanMessage({ id: `${frameIdPrefix}${slot}`, content: text });
  made.set(key, tagSegment(message, { segment, slot, ...(fileHash === undefined ? {} : { fileHash }) }));
  return message;
}
