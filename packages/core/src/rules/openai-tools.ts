import type { JsonValue, ResponseFormatContent, ToolContent } from "../outbound-request.ts";
import type { TokenCounter } from "../token-counter.ts";
import type { OpenAIFraming } from "./provider-framing.ts";
import { addCosts, calibratedCost, exactCost } from "./cost.ts";
import { asObject, asString, own } from "./json-object.ts";
import { countJoined, sum } from "./joined-count.ts";
import { proven } from "./openai-message.ts";
import type { TypeStyle } from "./schema-type-text.ts";
import type { SegmentCost, ToolsCost, ToolsInput } from "./surface-rules.ts";
import { toolNamespaceText } from "./tool-namespace-text.ts";

/** How one OpenAI family is shown tools. */
export interface OpenAIToolRules {
  readonly framing: OpenAIFraming;
  readonly style: TypeStyle;
  /** The setting whose value is paid for: `function_call` on Chat Completions, where `tool_choice` is free, `tool_choice` on Responses. */
  readonly choiceSetting: "function_call" | "tool_choice";
}

/** Tokens around a hosted tool (web search, code interpreter, …) beside its JSON; the prompts behind them are not public. */
const hostedTool = 32;
/** Before and after the text of a JSON-schema response format. */
const formatFraming = 4;

/**
 * Tools as one namespace text, a response format as one text, both merged into the system message (one is made up
 * where there is none).
 */
export function openAIToolsCost(input: ToolsInput, rules: OpenAIToolRules, counter: TokenCounter): ToolsCost {
  const functions = input.tools.filter((tool) => tool.hosted === undefined);
  const text = toolNamespaceText(functions, rules.style);
  const counted = countJoined(counter, [text.header, ...text.declarations, text.footer]);
  const declarations = counted.pieces.slice(1, -1);
  const costs = declarations.map((tokens, index) => declarationCost(tokens, text.proven[index] ?? false, rules));
  const around = sum(counted.pieces) + counted.joints - sum(declarations);
  const namespace =
    functions.length === 0 ? exactCost(0) : addCosts([exactCost(around), havingTools(functions, rules.framing)]);
  return {
    framing: addCosts([
      proven(rules.framing, "tools", namespace),
      mergeCost(input, rules, counter),
      choiceCost(input, rules, counter),
    ]),
    tools: inOrder(input.tools, costs, counter),
    format: input.format === undefined ? undefined : formatCost(input.format, counter),
  };
}

/** Bills know one tool without parameters beside others; several are taken as one, and no longer called exact. */
function havingTools(functions: readonly ToolContent[], framing: OpenAIFraming): SegmentCost {
  const bare = functions.filter(
    (tool) => Object.keys(asObject(own(asObject(tool.parameters), "properties")) ?? {}).length === 0,
  ).length;
  if (bare === 0 || framing.parameterless.value === 0) return exactCost(framing.tools.value);
  const tokens = framing.tools.value + framing.parameterless.value;
  return bare === 1 ? exactCost(tokens) : calibratedCost(tokens);
}

function declarationCost(tokens: number, isProven: boolean, rules: OpenAIToolRules): SegmentCost {
  return isProven ? proven(rules.framing, "tools", exactCost(tokens)) : calibratedCost(tokens);
}

function inOrder(
  tools: readonly ToolContent[],
  costs: readonly SegmentCost[],
  counter: TokenCounter,
): readonly SegmentCost[] {
  let next = 0;
  return tools.map((tool) => {
    if (tool.hosted !== undefined) return calibratedCost(counter.count(JSON.stringify(tool.hosted)) + hostedTool);
    return costs[next++] ?? calibratedCost(0);
  });
}

/** The joint with the system text: so many new lines appended to it, or a system message made up. */
function mergeCost(
  { hasSystem, systemText, tools, format }: ToolsInput,
  rules: OpenAIToolRules,
  counter: TokenCounter,
): SegmentCost {
  if (tools.length === 0 && format === undefined) return exactCost(0);
  if (!hasSystem) return exactCost(rules.framing.madeSystem.value);
  if (systemText === undefined) return calibratedCost(1);
  const separator = rules.style === "2023" ? "\n" : "\n\n";
  const joint = counter.count(systemText + separator) - counter.count(systemText);
  return proven(rules.framing, "tools-with-system", exactCost(joint));
}

/** A choice that costs: forbidding takes a token, naming a function its name and four. */
function choiceCost({ settings }: ToolsInput, { choiceSetting }: OpenAIToolRules, counter: TokenCounter): SegmentCost {
  const choice = own(settings, choiceSetting);
  if (choice === "none" && choiceSetting === "function_call") return exactCost(1);
  const name = asString(own(asObject(choice), "name"));
  return exactCost(name === undefined ? 0 : counter.count(name) + 4);
}

/** Billed formats are below their JSON; `additionalProperties: false` is one thing that is not shown. */
function withoutClosing(key: string, value: JsonValue): JsonValue | undefined {
  return key === "additionalProperties" && value === false ? undefined : value;
}

function formatCost(format: ResponseFormatContent, counter: TokenCounter): SegmentCost {
  const description = format.description === undefined ? "" : `// ${format.description}\n`;
  const text = `# Response Formats\n\n## ${format.name}\n\n${description}${JSON.stringify(format.schema ?? {}, withoutClosing)}`;
  return calibratedCost(counter.count(text) + formatFraming);
}
