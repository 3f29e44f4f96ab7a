import type { OutboundRequest, Segment } from "@plimsoll/core";
import { type MessageSegmentKind, projectMessage, projectTool, projectTranscript } from "@plimsoll/langgraph";
import { type ConvertibleMessage, segmentConverter } from "../payload/message-converter.ts";
import { plainBody } from "../payload/plain-body.ts";
import { isReadable, projectBody } from "../payload/project-body.ts";
import type { GateCall } from "./gate-call.ts";
import type { RememberedBudget } from "./remembered-budget.ts";

/** A call as requests, but for its limits. */
export interface GateRequest {
  /** What is sent: the provider's rendering where its converter is at hand. */
  readonly sent: readonly Segment[];
  /** The same at the level of LangChain, as middleware projects it: to be compared with what was budgeted. */
  readonly projected: readonly Segment[];
  readonly counted: "payload" | "projection";
  readonly settings: OutboundRequest["settings"];
  /** The output limit that the call itself states; 0 for none. */
  readonly bodyLimit: number;
}

/**
 * Rebuilds the request from what a callback sees: tools, formats and settings from the parameters of the call, messages
 * from LangChain's, both at LangChain's level and as the provider's client will render them.
 *
 * @throws PlimsollError `invalid_request` for parameters that no client could send.
 */
export async function gateRequest(call: GateCall, remembered: RememberedBudget | undefined): Promise<GateRequest> {
  const { tools: told, settings, bodyLimit } = readParams(call);
  const tools = isReadable(call.surface)
    ? (told ?? [])
    : [...(told ?? budgeted(remembered, "tool")), ...budgeted(remembered, "response-format")];
  const [system, ...conversation] = convertible(call, remembered?.options ?? {});
  const convert = await segmentConverter(call);
  const render = (messages: readonly ConvertibleMessage[]): readonly Segment[] =>
    convert === undefined ? messages.map(({ segment }) => segment) : messages.flatMap(convert);
  const first = system === undefined ? [] : [system];
  // The system message leads, then tools: the order in which middleware lays its ledger out.
  const [head, rest] = system?.segment.kind === "system" ? [first, conversation] : [[], [...first, ...conversation]];
  return {
    sent: [...render(head), ...tools, ...render(rest)],
    projected: [...head.map(({ segment }) => segment), ...tools, ...rest.map(({ segment }) => segment)],
    counted: convert === undefined ? "projection" : "payload",
    settings,
    bodyLimit,
  };
}

/** The leading system message, which the agent prepends, stands outside the conversation. */
function convertible({ messages }: GateCall, options: Partial<RememberedBudget["options"]>): ConvertibleMessage[] {
  const [first] = messages;
  const system = first?.type === "system" ? first : undefined;
  const conversation = system === undefined ? messages : messages.slice(1);
  const { segments } = projectTranscript(conversation, options);
  const placed = conversation.flatMap((message, index): ConvertibleMessage[] => {
    const segment = segments[index];
    return segment === undefined ? [] : [{ message, segment }];
  });
  if (system === undefined) return placed;
  const kind: MessageSegmentKind = "system";
  return [{ message: system, segment: { type: "message", kind, message: projectMessage(system) } }, ...placed];
}

interface ReadParams {
  /** Undefined where the client does not say which tools it was given. */
  readonly tools: readonly Segment[] | undefined;
  readonly settings: OutboundRequest["settings"];
  readonly bodyLimit: number;
}

function readParams({ surface, params, options, modelId }: GateCall): ReadParams {
  const body = plainBody(params);
  if (isReadable(surface)) {
    const { segments, settings, reservations } = projectBody(surface, body, { contextWindow: 1, modelId });
    return { tools: segments.map(numbered), settings, bodyLimit: reservations.output };
  }
  const given = params["tools"] ?? options["tools"];
  const tools = Array.isArray(given) ? given.filter(isObject).map(toolSegment) : undefined;
  return { tools, settings: {}, bodyLimit: 0 };
}

/** What was budgeted of a kind that the client does not tell. */
function budgeted(remembered: RememberedBudget | undefined, type: Segment["type"]): readonly Segment[] {
  return remembered?.outgoing.head.filter((segment) => segment.type === type) ?? [];
}

function toolSegment(tool: object): Segment {
  return { type: "tool", kind: "tools", tool: projectTool(tool) };
}

/** Names that LangChain numbers anew for every untitled schema. */
const autoNumberedName = /^extract-\d+$/;

function numbered(segment: Segment): Segment {
  if (segment.type !== "tool" || !autoNumberedName.test(segment.tool.name)) return segment;
  return { ...segment, tool: { ...segment.tool, autoNumbered: true } };
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
