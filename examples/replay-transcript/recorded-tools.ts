import { Command } from "@langchain/langgraph";
import { tool, type ToolRuntime } from "langchain";
import type { RecordedAnswers } from "./recorded-answers.ts";
import type { RecordedTool } from "./recording.ts";

/**
 * Tools with the recorded schemas that answer what was recorded. A call that was broken off stays without a result, as
 * in the recording: its tool returns an empty update instead of a message.
 */
export function recordedTools(tools: readonly RecordedTool[], answers: RecordedAnswers) {
  return tools.map(({ name, description, parameters }) =>
    tool((_args: unknown, runtime: ToolRuntime) => answers.take(runtime.toolCallId) ?? new Command({}), {
      name,
      description,
      schema: parameters,
    }),
  );
}
