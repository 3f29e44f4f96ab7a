import type {
  AnthropicFraming,
  ClaudeFamily,
  GeminiFamily,
  GeminiFraming,
  Measured,
  OpenAIFamily,
  OpenAIFraming,
  OpenAIImageRule,
  ProxyTokenizer,
} from "./provider-framing.ts";

/**
 * Every number that was measured rather than published, with where it comes from. Change one only together with
 * {@link calibrationVersion}: it is part of each counter's and rule set's version, and so of the request fingerprint.
 */
export const calibrationVersion = "2026-11";

function billed(value: number, sample: number, note: string): Measured {
  return { value, sample, source: `billed requests in public test recordings: ${note}`, date: calibrationVersion };
}

const gpt4o: OpenAIFraming = {
  priming: billed(3, 15, "gpt-4o, gpt-4.1, gpt-4.5 text"),
  message: billed(4, 55, "gpt-4o text, tools and calls: role and three separators"),
  channel: billed(0, 5, "gpt-4o assistant messages with text"),
  tools: billed(5, 40, "gpt-4o and gpt-4.1 tools"),
  parameterless: billed(0, 14, "gpt-4o tools without parameters"),
  madeSystem: billed(4, 40, "tools with and without a system message"),
  singleCall: billed(3, 24, "gpt-4o single calls"),
  parallelCalls: billed(8, 7, "gpt-4o, two calls in one message"),
  singleResult: billed(2, 24, "gpt-4o single results"),
  parallelResult: billed(2, 7, "gpt-4o, results of two calls in one message"),
  proven: ["text", "system", "blocks", "single-call", "parallel-calls", "tools", "tools-with-system"],
  provenModels: /^gpt-(4o|4\.1|4\.5-preview)(-mini|-nano)?(-20\d\d-\d\d-\d\d)?$/,
};

const gpt5: OpenAIFraming = {
  ...gpt4o,
  priming: billed(2, 16, "gpt-5 text on both surfaces"),
  channel: billed(2, 3, "gpt-5 assistant messages on Responses"),
  tools: billed(87, 10, "gpt-5 and gpt-5-mini tools"),
  parameterless: billed(-1, 12, "gpt-5 requests with one tool without parameters"),
  singleCall: billed(8, 3, "gpt-5 single calls"),
  singleResult: billed(3, 3, "gpt-5 single results"),
  proven: ["text", "single-call", "tools"],
  provenModels: /^gpt-5(-mini|-nano)?(-20\d\d-\d\d-\d\d)?$/,
};

/** OpenAI Chat Completions, by model family. */
export const openAIChatFraming: { readonly [family in OpenAIFamily]: OpenAIFraming } = {
  "gpt-4": {
    ...gpt4o,
    priming: billed(3, 21, "gpt-3.5 and gpt-4 text"),
    tools: billed(5, 14, "gpt-3.5 and gpt-4 functions and tools; one case over by 2"),
    proven: ["text", "system", "name", "legacy-call"],
    provenModels: /^gpt-(3\.5-turbo|4)(-\d{4})?$/,
  },
  "gpt-4o": gpt4o,
  "o-series": {
    ...gpt5,
    priming: billed(2, 2, "o3-mini text"),
    channel: billed(0, 1, "an o3-mini assistant message"),
    proven: ["text"],
    provenModels: /^o3-mini(-20\d\d-\d\d-\d\d)?$/,
  },
  "gpt-5": gpt5,
};

/** OpenAI Responses, by model family. Every family misses some billed request, so nothing is called exact. */
export const openAIResponsesFraming: { readonly [family in OpenAIFamily | "gpt-4o-mini"]: OpenAIFraming } = {
  "gpt-4": { ...gpt4o, proven: [] },
  "gpt-4o": {
    ...gpt4o,
    tools: billed(3, 18, "gpt-4o tools; with and without a system message"),
    madeSystem: billed(0, 18, "gpt-4o tools; with and without a system message"),
    singleCall: billed(4, 11, "gpt-4o calls; up to 3 over"),
    proven: [],
  },
  "gpt-4o-mini": { ...gpt4o, singleCall: billed(4, 11, "as gpt-4o"), proven: [] },
  "o-series": {
    ...gpt5,
    channel: billed(0, 1, "as on Chat Completions"),
    tools: billed(9, 23, "as gpt-5"),
    madeSystem: billed(0, 23, "as gpt-5"),
    proven: [],
  },
  "gpt-5": {
    ...gpt5,
    tools: billed(9, 23, "gpt-5, gpt-5-mini, gpt-5.2, gpt-5.5, gpt-5.6 tools"),
    madeSystem: billed(0, 23, "gpt-5 tools with and without instructions"),
    proven: [],
  },
};

/** Tokens of OpenAI's encrypted reasoning per thousand characters of its payload, at most. */
export const openAIReasoningPerThousand: Measured = billed(
  170,
  5,
  "gpt-5 and gpt-5.5 reasoning items in the active turn",
);

/** Framing of an item without a rule of its own (tools added on the way, hosted calls), beside its JSON. */
export const openAIItemFraming: Measured = billed(64, 5, "additional_tools items; the most that was missing");

/** The most that any measured provider charges, for surfaces and models without rules of their own. */
export const genericFraming: {
  readonly [
    part in "request" | "message" | "call" | "argument" | "result" | "block" | "tools" | "tool" | "format"
  ]: Measured;
} = {
  request: billed(8, 15, "text on all surfaces; Anthropic's 7 is the most"),
  message: billed(6, 15, "text on all surfaces; gpt-5's assistant messages are the most"),
  call: billed(34, 33, "Anthropic's pair of call and result is the most"),
  argument: billed(40, 7, "Anthropic's from Opus 4.8 is the most"),
  result: billed(16, 33, "above OpenAI's 3 and a name"),
  block: billed(66, 6, "Claude's tool references are the most"),
  tools: billed(612, 8, "Anthropic's hidden prompt with a forced tool is the most"),
  tool: billed(16, 50, "above Anthropic's 3"),
  format: billed(200, 4, "Anthropic's output format is the most"),
};

function published(value: number, note: string): Measured {
  return { value, sample: 0, source: `published by the provider: ${note}`, date: calibrationVersion };
}

function assumed(value: number, sample: number, note: string): Measured {
  return { value, sample, source: `assumed, on the safe side: ${note}`, date: calibrationVersion };
}

/** Image rules by model name, first match wins. Published, but for gpt-5-mini, whose bills (5 images) are lower. */
export const openAIImages: readonly OpenAIImageRule[] = [
  { id: "patches-2460", models: /^gpt-(4\.1|5[.\d]*)-nano/, kind: "patches", perMille: 2_460 },
  { id: "patches-1200", models: /^gpt-5-mini/, kind: "patches", perMille: 1_200 },
  { id: "patches-1620", models: /^gpt-(4\.1|5[.\d]*)-mini|^gpt-5\.[2-9]/, kind: "patches", perMille: 1_620 },
  { id: "patches-1720", models: /^o4-mini/, kind: "patches", perMille: 1_720 },
  { id: "tiles-2833-5667", models: /^gpt-4o-mini/, kind: "tiles", base: 2_833, tile: 5_667 },
  { id: "tiles-70-140", models: /^gpt-5/, kind: "tiles", base: 70, tile: 140 },
  { id: "tiles-75-150", models: /^o[1-9]/, kind: "tiles", base: 75, tile: 150 },
  { id: "tiles-85-170", models: /^/, kind: "tiles", base: 85, tile: 170 },
];

/** Thousandths of the image rule that each OpenAI surface bills. */
export const openAIImagePerMille: { readonly [surface in "chat" | "responses"]: Measured } = {
  chat: billed(1_000, 3, "gpt-4o and gpt-4.1-nano images"),
  responses: billed(1_209, 1, "a gpt-4o image of 3008 × 2000: 1,335 for 1,105"),
};

/** Estimates for files, sound and film. None is proven: bills for the same file differ by a factor of four between models. */
export const mediaEstimates: {
  readonly [
    name in
      | "openAIPage"
      | "openAIAudioSecond"
      | "anthropicPage"
      | "geminiAudioSecond"
      | "geminiVideoSecond"
      | "bytesPerPage"
      | "unknownDocumentBytes"
      | "audioBytesPerSecond"
      | "videoBytesPerSecond"
      | "unknownSeconds"
  ]: Measured;
} = {
  openAIPage: assumed(1_200, 10, "PDF bills of 12 to 983 for one short page"),
  openAIAudioSecond: published(10, "input audio"),
  anthropicPage: published(3_000, "upper end of 1,500 to 3,000 for a page's text, its picture included"),
  geminiAudioSecond: published(32, "audio"),
  geminiVideoSecond: published(300, "video with sound, default resolution"),
  bytesPerPage: assumed(20_000, 3, "one-page PDFs of 13 to 19 kB"),
  unknownDocumentBytes: assumed(
    60_000,
    8,
    "a document that is only referred to counts as three pages; billed ones had one to three",
  ),
  audioBytesPerSecond: assumed(4_000, 0, "32 kbit/s, so that seconds are not underestimated at usual rates"),
  videoBytesPerSecond: assumed(55_000, 3, "440 kbit/s; a billed film of 788 kB was charged like 11 seconds"),
  unknownSeconds: assumed(60, 0, "sound or film that is only referred to counts as a minute"),
};

const claude45: AnthropicFraming = {
  request: billed(4, 6, "Claude 4.5 and 4.6 text"),
  message: billed(3, 54, "Claude 4.5 and 4.6 text, tools and calls"),
  tools: billed(512, 42, "Claude 4.5 and 4.6 tools, choice auto; some older recordings are 170 below"),
  forcedTools: billed(612, 8, "Claude 4.5 and 4.6 tools, choice any"),
  tool: billed(3, 50, "Claude 4.5 and 4.6 tools"),
  call: billed(34, 25, "Claude 4.5 and 4.6 calls"),
  argument: billed(30, 25, "Claude 4.5 and 4.6 calls with up to two arguments"),
  block: billed(16, 12, "tool references"),
  format: billed(140, 4, "output_config.format on Sonnet 4.5"),
  thinking: billed(30, 4, "Sonnet 4, 4.5 and 4.6 with a thinking budget; adaptive thinking costs nothing"),
  taskBudget: billed(42, 2, "Opus 4.7"),
  imageSide: published(1_568, "longest side before resizing"),
  imageTokens: published(1_640, "most of width × height / 750 after resizing"),
};

/** Anthropic Messages, by model family. */
export const anthropicFraming: { readonly [family in ClaudeFamily]: AnthropicFraming } = {
  "claude-3": {
    ...claude45,
    request: billed(6, 3, "Claude 3 and 3.5 text"),
    tools: billed(340, 1, "Haiku 3.5 tools"),
    forcedTools: published(530, "Opus 3"),
  },
  "claude-4": {
    ...claude45,
    tools: assumed(350, 0, "Sonnet 4 was measured at about 330 outside the shared bills"),
    forcedTools: assumed(450, 0, "as much above auto as on Claude 4.5"),
  },
  "claude-4.5": claude45,
  "claude-4.7": {
    ...claude45,
    tools: billed(430, 9, "Opus 4.8, Opus 5 and Sonnet 5 tools, choice auto; Opus 4.8 is 150 below"),
    forcedTools: assumed(530, 0, "as much above auto as on Claude 4.5"),
    argument: billed(40, 7, "Opus 4.8, Opus 5 and Sonnet 5 calls"),
    block: billed(66, 6, "tool references and additions"),
    imageSide: published(2_576, "longest side before resizing, Opus 4.7 and later"),
    imageTokens: published(4_784, "most tokens an image, Opus 4.7 and later"),
  },
};

const gemini25: GeminiFraming = {
  part: billed(1, 11, "Gemini 2.5 text: one a part"),
  signature: billed(1, 24, "Gemini 2.5 thought signatures are not charged for"),
  format: billed(0, 3, "Gemini 2.5 response schemas are not charged for"),
  emptySchema: true,
  image: billed(258, 4, "Gemini 2.5, images up to 597 × 566"),
  tiled: false,
  page: billed(258, 3, "Gemini 2.5, one-page PDF"),
};

/** Gemini generateContent, by variant. */
export const geminiFraming: { readonly [family in GeminiFamily]: GeminiFraming } = {
  "gemini-2": {
    ...gemini25,
    format: billed(250, 2, "Gemini 2.0 response schemas: 0 and 222"),
    tiled: true,
    page: billed(1_290, 1, "Gemini 2.0, one-page PDF: five tiles"),
  },
  "gemini-2.5": gemini25,
  "gemini-3": {
    ...gemini25,
    signature: billed(280, 24, "Gemini 3 thought signatures in the active turn"),
    image: billed(1_120, 2, "Gemini 3, default resolution: 1,088 to 1,102"),
    page: billed(1_120, 4, "Gemini 3, one-page PDF: 1,092"),
  },
  vertex: {
    ...gemini25,
    emptySchema: false,
    signature: billed(0, 21, "Gemini 3 behind Vertex: signatures are not charged for"),
    image: billed(1_120, 4, "Gemini 3 behind Vertex"),
    page: billed(1_120, 2, "Gemini 3 behind Vertex"),
  },
};

/** A reference into itself is written out so often in a Gemini tool schema. */
export const geminiSchemaRepeats: Measured = billed(8, 3, "one recursive schema on Gemini 2.5");

/** Thousandths of a token per character of a signature on Claude's thinking. */
export const anthropicSignature: Measured = assumed(
  170,
  1,
  "as OpenAI's encrypted reasoning; thinking of earlier turns is dropped by the provider",
);

function chunks(perMille: number, note: string): Measured {
  const source = `random chunks of 100 to 6,000 characters against the family's tokenizer: ${note}`;
  return { value: perMille, sample: 2_450, source, date: calibrationVersion };
}

const claudeOld = billed(1_250, 66, "Claude up to 4.6: measured 1.00 to 1.16 of o200k");

/** Proxy tokenizers by model family. */
export const proxyTokenizers: {
  readonly [family in ClaudeFamily | "gemini" | "llama" | "qwen" | "deepseek" | "mistral" | "gpt-oss"]: ProxyTokenizer;
} = {
  "claude-3": { encoding: "o200k_base", digitsPerToken: 3, perMille: claudeOld },
  "claude-4": { encoding: "o200k_base", digitsPerToken: 3, perMille: claudeOld },
  "claude-4.5": { encoding: "o200k_base", digitsPerToken: 3, perMille: claudeOld },
  "claude-4.7": {
    encoding: "o200k_base",
    digitsPerToken: 3,
    perMille: billed(1_550, 16, "Claude from 4.7: measured 1.42 of o200k"),
  },
  gemini: {
    encoding: "o200k_base",
    digitsPerToken: 1,
    perMille: chunks(1_300, "Gemma: 95th percentile 1.24, most 1.31"),
  },
  llama: { encoding: "cl100k_base", digitsPerToken: 3, perMille: chunks(1_000, "Llama 3.1: most 1.00") },
  qwen: { encoding: "cl100k_base", digitsPerToken: 1, perMille: chunks(1_000, "Qwen 3 with single digits: most 1.00") },
  deepseek: {
    encoding: "o200k_base",
    digitsPerToken: 3,
    perMille: chunks(1_350, "DeepSeek V3: 95th percentile 1.19, most 1.35"),
  },
  mistral: { encoding: "o200k_base", digitsPerToken: 1, perMille: chunks(1_500, "Mistral v1: most 1.51") },
  "gpt-oss": { encoding: "o200k_base", digitsPerToken: 3, perMille: published(1_000, "gpt-oss text is o200k") },
};
