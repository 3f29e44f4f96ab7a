export type { ProjectionOptions } from "./payload-options.ts";
export { projectAnthropicBody } from "./project-anthropic-body.ts";
export { projectGeminiBody } from "./project-gemini-body.ts";
export { projectOpenAIChatBody } from "./project-openai-chat-body.ts";
export { projectOpenAIResponsesBody } from "./project-openai-responses-body.ts";
