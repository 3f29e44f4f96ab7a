import { canonicalJson } from "./canonical-json.ts";
import { checkedToolsCost } from "./checked-cost.ts";
import type { ContentRecord } from "./content-record.ts";
import type { Accounting } from "./extend-run.ts";
import type { MessageContent, OutboundRequest, Segment, ToolContent } from "./outbound-request.ts";
import type { SegmentCost, ToolsCost, ToolsInput } from "./rules/surface-rules.ts";
import { isSystemMessage } from "./system-message.ts";

/** Costs of the `tools` segment: what having tools costs at all, and each definition by its place in the request. */
export interface AccountedTools {
  readonly framing: SegmentCost;
  readonly firstSegment: number;
  readonly costs: ReadonlyMap<number, SegmentCost>;
}

/** Counts all tool definitions and the response format as the one text they are sent as; undefined where there are none. */
export function accountTools(
  request: OutboundRequest,
  records: readonly ContentRecord[],
  accounting: Accounting,
): AccountedTools | undefined {
  const indexes = toolSegmentIndexes(request.segments);
  const firstSegment = indexes[0];
  if (firstSegment === undefined) return undefined;
  const system = request.segments.findIndex(isSystemMessage);
  const input = toolsInput(request, request.segments[system]);
  const hashes = [system, ...indexes].map((index) => records[index]?.sha256 ?? "none").join(" ");
  const key = `${accounting.key} ${canonicalJson(request.settings, "settings")} ${hashes}`;
  const cost = accounting.memo.toolsCost(key, () =>
    checkedToolsCost(accounting.rules.toolsCost(input, accounting.counter), accounting.counter),
  );
  return { framing: cost.framing, firstSegment, costs: bySegment(request.segments, indexes, cost) };
}

function toolSegmentIndexes(segments: readonly Segment[]): readonly number[] {
  const indexes: number[] = [];
  for (let index = 0; index < segments.length; index++) if (segments[index]?.type !== "message") indexes.push(index);
  return indexes;
}

function toolsInput({ segments, settings }: OutboundRequest, system: Segment | undefined): ToolsInput {
  const tools: ToolContent[] = [];
  for (const segment of segments) if (segment.type === "tool") tools.push(segment.tool);
  const format = segments.find((segment) => segment.type === "response-format");
  const systemText = system?.type === "message" ? textOf(system.message) : undefined;
  return {
    tools,
    format: format?.format,
    hasSystem: system !== undefined,
    settings,
    ...(systemText === undefined ? {} : { systemText }),
  };
}

function textOf({ content }: MessageContent): string {
  return typeof content === "string"
    ? content
    : content.map((part) => (part.kind === "text" ? part.text : "")).join("");
}

function bySegment(
  segments: readonly Segment[],
  indexes: readonly number[],
  cost: ToolsCost,
): ReadonlyMap<number, SegmentCost> {
  const costs = new Map<number, SegmentCost>();
  let next = 0;
  for (const index of indexes) {
    const found = segments[index]?.type === "tool" ? cost.tools[next++] : cost.format;
    if (found !== undefined) costs.set(index, found);
  }
  return costs;
}
