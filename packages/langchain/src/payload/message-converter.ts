import type { BaseMessage } from "@langchain/core/messages";
import type { MessageContent } from "@plimsoll/core";
import type { ProjectedTranscript } from "@plimsoll/langgraph";
import { type ConversionFacts, loadConverter, type PayloadConverter } from "./load-converter.ts";
import { plainBody } from "./plain-body.ts";
import { isReadable, projectBody, type ReadableSurface } from "./project-body.ts";

type MessageSegment = ProjectedTranscript["segments"][number];

/** A message and the segment it is at the level of LangChain. */
export interface ConvertibleMessage {
  readonly message: BaseMessage;
  readonly segment: MessageSegment;
}

/** The segments that a message becomes in the request body: none, one or several, all of its kind. */
export type SegmentConverter = (convertible: ConvertibleMessage) => readonly MessageSegment[];

/**
 * Converts messages one by one into the segments of the provider's body, so that what did not change since the last
 * call is not converted, hashed or counted again. One by one is as good as all at once: the converters look at one
 * message at a time, and results that Anthropic's joins are taken apart again. Undefined where {@link loadConverter} is.
 */
export async function segmentConverter(facts: ConversionFacts): Promise<SegmentConverter | undefined> {
  const convert = await loadConverter(facts);
  if (convert === undefined || !isReadable(facts.surface)) return undefined;
  const { surface, modelId, zdrEnabled } = facts;
  const key = `${surface} ${zdrEnabled === true ? "zdr" : ""} ${modelId}`;
  return (convertible) => {
    const known = conversions.get(convertible.segment)?.get(key);
    if (known !== undefined && isUnchanged(known, convertible)) return known.segments;
    const conversion = { ...nativeFields(convertible.message), segments: read(convertible, { convert, surface }) };
    const kept = conversions.get(convertible.segment) ?? new Map<string, Conversion>();
    conversions.set(convertible.segment, kept.set(key, conversion));
    return conversion.segments;
  };
}

interface Conversion {
  readonly output: unknown;
  readonly reasoning: unknown;
  readonly segments: readonly MessageSegment[];
}

/** By LangChain segment, which is made anew when anything of its message that it shows is edited. */
const conversions = new WeakMap<MessageSegment, Map<string, Conversion>>();

/** What the segment does not show and the converters read. */
function nativeFields({ response_metadata, additional_kwargs }: BaseMessage): Omit<Conversion, "segments"> {
  return { output: response_metadata?.["output"], reasoning: additional_kwargs["reasoning"] };
}

function isUnchanged(known: Conversion, { message }: ConvertibleMessage): boolean {
  const { output, reasoning } = nativeFields(message);
  return known.output === output && known.reasoning === reasoning;
}

interface Reader {
  readonly convert: PayloadConverter;
  readonly surface: ReadableSurface;
}

function read({ message, segment }: ConvertibleMessage, { convert, surface }: Reader): readonly MessageSegment[] {
  let contents: readonly MessageContent[];
  try {
    const body = plainBody(convert([message]));
    const { segments } = projectBody(surface, body, { contextWindow: 1, modelId: "any" });
    contents = segments.flatMap((each) => (each.type === "message" ? [each.message] : []));
  } catch {
    // What the converter does not take, the client cannot send either; it says so itself.
    return [segment];
  }
  return contents.map((content) => ({ ...segment, message: withAnswered(content, segment.message) }));
}

/** Which call a result answers is told by other messages than its own. */
function withAnswered(content: MessageContent, { toolName, toolCallCount }: MessageContent): MessageContent {
  if (content.role !== "tool") return content;
  return {
    ...content,
    ...(toolName === undefined ? {} : { toolName }),
    ...(toolCallCount === undefined ? {} : { toolCallCount }),
  };
}
