import type { MessageContent, SummaryTurn } from "@plimsoll/core";
import { renderMessage } from "@plimsoll/core";

/**
 * Turns as plain text for a summarizer: each message under its role, with its calls and results. Media are named, not
 * rendered; nothing else is left out.
 */
export function renderTurns(turns: readonly SummaryTurn[]): string {
  return turns.flatMap(({ messages }) => messages.map(render)).join("\n\n");
}

function render(message: MessageContent): string {
  const { toolCalls = [], ...rest } = message;
  const calls = toolCalls.map((call) => `calls ${call.name}(${call.arguments})`);
  const lines = [`${speaker(message)}:`, renderMessage(rest), ...calls];
  return lines.filter((line) => line !== "").join("\n");
}

function speaker({ role, name, toolName }: MessageContent): string {
  switch (role) {
    case "tool":
    case "function":
      return toolName === undefined ? "RESULT" : `RESULT of ${toolName}`;
    case "system":
    case "developer":
    case "user":
    case "assistant":
      return name === undefined ? role.toUpperCase() : `${role.toUpperCase()} (${name})`;
    default:
      return role satisfies never;
  }
}
