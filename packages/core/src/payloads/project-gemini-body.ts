import type { JsonValue, MessageContent, OutboundRequest, Segment } from "../outbound-request.ts";
import { geminiMessages } from "./gemini-messages.ts";
import { type ProjectionOptions, reservationsOf } from "./payload-options.ts";
import {
  isArray,
  objectOr,
  type PayloadObject,
  present,
  readArray,
  readBody,
  readObject,
  refusal,
  stringOr,
  without,
} from "./payload-reader.ts";
import { inSendingOrder, messageSegments } from "./segment-kinds.ts";

/**
 * The body of a Gemini `generateContent` request as an intermediate request; the model is named in the address, so
 * `modelId` must be passed. Function responses become messages of their own. Pure; parts it does not know are kept as JSON.
 *
 * @throws PlimsollError `invalid_request` naming path, type and remedy.
 */
export function projectGeminiBody(body: unknown, options: ProjectionOptions): OutboundRequest {
  const source = readBody(body);
  const modelId = options.modelId ?? stringOr(source["model"]);
  if (modelId === undefined)
    throw refusal("modelId", options.modelId, {
      wanted: "a string",
      remedy: "Gemini names the model in the address; pass it as modelId",
    });
  const generation = objectOr(source["generationConfig"]) ?? objectOr(source["generation_config"]);
  const formats = responseFormat(generation);
  const system = source["systemInstruction"] ?? source["system_instruction"];
  const messages = [...systemMessage(system), ...geminiMessages(contents(source["contents"]))];
  return {
    surface: "gemini",
    modelId,
    contextWindow: options.contextWindow,
    reservations: reservationsOf(options, generation?.["maxOutputTokens"]),
    segments: inSendingOrder(messageSegments(messages), [...tools(source["tools"]), ...formats]),
    settings: settingsOf(source, generation, formats.length > 0),
  };
}

const taken = ["model", "contents", "systemInstruction", "system_instruction", "tools"];
const schemaFields = ["responseSchema", "responseJsonSchema", "response_schema", "response_json_schema"];

function contents(value: JsonValue | undefined): readonly PayloadObject[] {
  const list = isArray(value) ? value : value === undefined ? [] : [value];
  return list.map((content, index) =>
    typeof content === "string"
      ? { role: "user", parts: [{ text: content }] }
      : readObject(content, `contents[${index}]`, "a content is an object with role and parts"),
  );
}

function systemMessage(value: JsonValue | undefined): readonly MessageContent[] {
  if (value === undefined) return [];
  if (typeof value === "string") return [{ role: "system", content: value }];
  const source = readObject(value, "systemInstruction", "the system instruction is a content with parts");
  return geminiMessages([source]).map((message) => ({ ...message, role: "system" }));
}

function settingsOf(
  source: PayloadObject,
  generation: PayloadObject | undefined,
  hasFormat: boolean,
): OutboundRequest["settings"] {
  const settings = without(source, taken);
  if (!hasFormat || generation === undefined) return settings;
  const { generationConfig: _camel, generation_config: _snake, ...others } = settings;
  return { ...others, generationConfig: without(generation, schemaFields) };
}

function responseFormat(generation: PayloadObject | undefined): readonly Segment[] {
  const schema = schemaFields.map((field) => generation?.[field]).find((each) => each !== undefined);
  return schema === undefined ? [] : [{ type: "response-format", kind: "tools", format: { name: "response", schema } }];
}

function tools(value: JsonValue | undefined): readonly Segment[] {
  const list = isArray(value) ? value : value === undefined || value === null ? [] : [value];
  return list.flatMap((tool, index): readonly Segment[] => {
    const source = readObject(tool, `tools[${index}]`, "a tool is an object");
    const declarations = source["functionDeclarations"] ?? source["function_declarations"];
    const hosted = without(source, ["functionDeclarations", "function_declarations"]);
    const names = Object.keys(hosted);
    const functions = readArray(declarations, `tools[${index}].functionDeclarations`, "declarations are an array").map(
      (declaration) => declared(objectOr(declaration) ?? {}),
    );
    return names.length === 0
      ? functions
      : [...functions, { type: "tool", kind: "tools", tool: { name: names.join("+"), hosted } }];
  });
}

function declared(source: PayloadObject): Segment {
  const parameters = source["parameters"] ?? source["parametersJsonSchema"] ?? source["parameters_json_schema"];
  const tool = {
    name: stringOr(source["name"]) ?? "",
    ...present("description", stringOr(source["description"])),
    ...present("parameters", parameters),
  };
  return { type: "tool", kind: "tools", tool };
}
