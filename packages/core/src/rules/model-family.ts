/** Models that share a tokenizer and a prompt format, as far as bills can tell them apart. */
export type ModelFamily =
  | "gpt-4"
  | "gpt-4o"
  | "gpt-4o-search"
  | "o-series"
  | "gpt-5"
  | "gpt-oss"
  | "claude-3"
  | "claude-4"
  | "claude-4.5"
  | "claude-4.7"
  | "gemini-2"
  | "gemini-2.5"
  | "gemini-3"
  | "llama"
  | "qwen"
  | "deepseek"
  | "mistral"
  | "unknown";

/** First match wins; each pattern is tried on the lower-case id without provider prefixes. */
const patterns: readonly (readonly [RegExp, ModelFamily])[] = [
  [/^gpt-oss\b/, "gpt-oss"],
  [/^gpt-(4o|5)[\w.-]*-search\b/, "gpt-4o-search"],
  [/^(chatgpt-4o|gpt-4o|gpt-4\.[1-9])\b/, "gpt-4o"],
  [/^gpt-(3\.5|35|4)(-|$)/, "gpt-4"],
  [/^(gpt-5|codex-mini)\b/, "gpt-5"],
  [/^(o[1-9]|computer-use-preview)(-|$)/, "o-series"],
  [/^claude-(instant|1|2|3)\b/, "claude-3"],
  [/^claude-(opus|sonnet|haiku)-4(-[01])?(-?20\d{6})?($|@|-v\d|-latest)/, "claude-4"],
  [/^claude-(opus|sonnet|haiku)-4[-.][56]\b/, "claude-4.5"],
  [/^claude-/, "claude-4.7"],
  [/^gemini-(1|1\.\d|2|2\.0)-/, "gemini-2"],
  [/^gemini-2\.5\b/, "gemini-2.5"],
  [/^(gemini|gemma|learnlm)-/, "gemini-3"],
  [/^(meta-)?(code)?llama[-.\d]/, "llama"],
  [/^(qwen|qwq|qvq)/, "qwen"],
  [/^deepseek/, "deepseek"],
  [/^(open-)?(mistral|mixtral|ministral|magistral|codestral|devstral|pixtral)/, "mistral"],
];

const prefixes: readonly RegExp[] = [
  /^(ft|models|publishers|accounts|projects|locations|deployments)[:/]/,
  /^[a-z][\w.-]*\//,
  /^(us|eu|apac|us-gov|global|jp|au|ca)\.(?=[a-z])/,
  /^(anthropic|amazon|meta|mistral|deepseek|qwen|openai|google|cohere)[.:](?=[a-z])/,
];

/**
 * The family of a model id, whatever dates, provider prefixes (`openai/`, `models/`, `anthropic.`, `us.`) or
 * fine-tuning marks surround it. Deployment names that do not say the model are `unknown`.
 */
export function modelFamily(modelId: string): ModelFamily {
  const name = bareModelName(modelId);
  return patterns.find(([pattern]) => pattern.test(name))?.[1] ?? "unknown";
}

/** The id in lower case without provider prefixes and fine-tuning marks. */
export function bareModelName(modelId: string): string {
  let name = modelId.trim().toLowerCase().slice(0, 256);
  for (let round = 0; round < 8; round++) {
    const stripped = prefixes.reduce((text, prefix) => text.replace(prefix, ""), name);
    if (stripped === name) break;
    name = stripped;
  }
  return name;
}
