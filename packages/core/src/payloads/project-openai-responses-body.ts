import type { JsonValue, MessageContent, OutboundRequest, Segment } from "../outbound-request.ts";
import { formatSegment, toolSegments } from "./openai-tools.ts";
import { type ProjectionOptions, reservationsOf } from "./payload-options.ts";
import {
  objectOr,
  type PayloadObject,
  readArray,
  readBody,
  readObject,
  readString,
  stringOr,
  without,
} from "./payload-reader.ts";
import { responsesMessages } from "./responses-messages.ts";
import { inSendingOrder, messageSegments } from "./segment-kinds.ts";

/**
 * The body of an OpenAI Responses request as an intermediate request. Pure; items it does not know are kept as JSON.
 * Items the provider holds itself (`previous_response_id`, `conversation`) are not in the body and so not counted.
 *
 * @throws PlimsollError `invalid_request` naming path, type and remedy.
 */
export function projectOpenAIResponsesBody(body: unknown, options: ProjectionOptions): OutboundRequest {
  const source = readBody(body);
  const instructions = stringOr(source["instructions"]) ?? "";
  const system: readonly MessageContent[] = instructions === "" ? [] : [{ role: "system", content: instructions }];
  const messages = messageSegments([...system, ...inputMessages(source["input"])]);
  const text = objectOr(source["text"]);
  const format = responsesFormat(text);
  return {
    surface: "openai-responses",
    modelId: options.modelId ?? readString(source["model"], "model", "name the model, or pass modelId"),
    contextWindow: options.contextWindow,
    reservations: reservationsOf(options, source["max_output_tokens"]),
    segments: inSendingOrder(messages, [...toolSegments(source["tools"], "tools"), ...format]),
    settings: settingsOf(source, text, format.length > 0),
  };
}

const taken = ["model", "input", "instructions", "tools"];

function inputMessages(input: JsonValue | undefined): readonly MessageContent[] {
  if (typeof input === "string") return [{ role: "user", content: input }];
  const items = readArray(input, "input", "Responses takes a text or an array of items");
  return responsesMessages(items.map((item, index) => readObject(item, `input[${index}]`, "an item is an object")));
}

function responsesFormat(text: PayloadObject | undefined): readonly Segment[] {
  const format = objectOr(text?.["format"]);
  return format?.["type"] === "json_schema" ? [formatSegment(format)] : [];
}

function settingsOf(
  source: PayloadObject,
  text: PayloadObject | undefined,
  hasFormat: boolean,
): OutboundRequest["settings"] {
  if (!hasFormat || text === undefined) return without(source, taken);
  const rest = without(text, ["format"]);
  const others = without(source, [...taken, "text"]);
  return Object.keys(rest).length === 0 ? others : { ...others, text: rest };
}
