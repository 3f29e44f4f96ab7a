import type { Surface } from "@plimsoll/core";

type Fields = Readonly<Record<string, unknown>>;

/** What the ledger needs to know of a model. */
export interface ModelFacts {
  readonly modelId: string;
  readonly surface: Surface;
  /** The profile's `maxInputTokens`. */
  readonly contextWindow: number | undefined;
  /** The model's own max tokens for an answer, as configured. */
  readonly maxTokens: number | undefined;
  /** The profile's `maxOutputTokens`. */
  readonly profileOutputTokens: number | undefined;
  /** Whether the agent will ask this model for structured output natively rather than by a tool. */
  readonly nativeStructuredOutput: boolean;
  /** Settings on the model itself that travel with each call. */
  readonly settings: Fields;
}

/** Reads a chat model, also one wrapped in bindings or made by `initChatModel`. Never throws on unknown classes. */
export async function modelFacts(model: unknown): Promise<ModelFacts> {
  const chat = await innermost(model);
  const profile = recordOf(chat["profile"]) ?? {};
  return {
    modelId: firstString(chat, ["model", "modelName", "modelId"]) ?? "unknown",
    surface: surfaceOf(chat),
    contextWindow: wholeNumber(profile["maxInputTokens"]),
    maxTokens: ["maxTokens", "maxOutputTokens", "numPredict"]
      .map((key) => wholeNumber(chat[key]))
      .find((value) => value !== undefined),
    profileOutputTokens: wholeNumber(profile["maxOutputTokens"]),
    nativeStructuredOutput: profile["structuredOutput"] === true,
    settings: settingsOf(chat),
  };
}

/** At most a handful of wrappers stand around a model; a cycle would be a framework's defect. */
const maximumWrappers = 8;

async function innermost(model: unknown): Promise<Fields> {
  let current: unknown = model;
  for (let depth = 0; depth < maximumWrappers; depth++) {
    const fields = recordOf(current);
    const wrapped: unknown = fields === undefined ? undefined : await wrappedModel(fields);
    if (wrapped === undefined) break;
    current = wrapped;
  }
  return recordOf(current) ?? {};
}

async function wrappedModel(fields: Fields): Promise<unknown> {
  if (typeof fields["_getModelInstance"] === "function") return fields["_getModelInstance"]();
  if (recordOf(fields["bound"]) !== undefined) return fields["bound"];
  const steps = fields["steps"];
  return Array.isArray(steps)
    ? steps.find((step) => typeof recordOf(step)?.["_llmType"] === "function" || recordOf(step)?.["bound"])
    : undefined;
}

/** Provider clients name their kind in `_llmType()`; the clients of OpenAI-compatible servers extend ChatOpenAI's. */
function surfaceOf(chat: Fields): Surface {
  const kind = typeof chat["_llmType"] === "function" ? String(chat["_llmType"]()) : "";
  if (/anthropic/i.test(kind)) return "anthropic";
  if (/google|gemini|vertex/i.test(kind)) return "gemini";
  if (!/openai/i.test(kind)) return "generic";
  return usesResponses(chat) ? "openai-responses" : "openai-chat";
}

function usesResponses(chat: Fields): boolean {
  const decide = chat["_useResponsesApi"];
  return typeof decide === "function" ? decide.call(chat, {}) === true : chat["useResponsesApi"] === true;
}

const settingNames = [
  "temperature",
  "topP",
  "topK",
  "stop",
  "stopSequences",
  "thinking",
  "reasoning",
  "seed",
  "modelKwargs",
];

function settingsOf(chat: Fields): Fields {
  return Object.fromEntries(settingNames.flatMap((name) => (chat[name] === undefined ? [] : [[name, chat[name]]])));
}

function firstString(fields: Fields, names: readonly string[]): string | undefined {
  return names.map((name) => fields[name]).find((value) => typeof value === "string" && value !== "") as
    | string
    | undefined;
}

function wholeNumber(value: unknown): number | undefined {
  return typeof value === "number" && Number.isSafeInteger(value) && value > 0 ? value : undefined;
}

function recordOf(value: unknown): Fields | undefined {
  return (typeof value === "object" && value !== null) || typeof value === "function" ? (value as Fields) : undefined;
}
