import type { MessageContent } from "../outbound-request.ts";
import { callIdsOf, contentKindOf, isAnswer } from "./message-parts.ts";
import type { RequestProblem } from "./request-problem.ts";
import type { SurfaceOrder } from "./surface-order.ts";

/**
 * Messages that say too little. An assistant message without content is refused or resent as an empty one, and one of
 * mere reasoning is refused ("Item of type 'reasoning' was provided without its required following item", "The final
 * block in an assistant message cannot be `thinking`") or arrives empty, but right before another that follows it up.
 */
export function contentProblems(messages: readonly MessageContent[], order: SurfaceOrder): readonly RequestProblem[] {
  return messages.flatMap((message, index): readonly RequestProblem[] => {
    const kind =
      message.role === "assistant"
        ? assistantProblem(message, messages[index + 1])
        : message.role === "user" && order.userSpeaks && contentKindOf(message) === "nothing"
          ? "empty-user"
          : undefined;
    if (kind !== undefined) return [{ kind, index }];
    return order.textFilled && hasEmptyText(message) ? [{ kind: "empty-text", index }] : [];
  });
}

function assistantProblem(
  message: MessageContent,
  next: MessageContent | undefined,
): "empty-assistant" | "lone-reasoning" | undefined {
  if (callIdsOf(message).length > 0) return undefined;
  const content = contentKindOf(message);
  if (content === "nothing") return "empty-assistant";
  return content === "reasoning" && next?.role !== "assistant" ? "lone-reasoning" : undefined;
}

/** Results are free to be empty. */
function hasEmptyText(message: MessageContent): boolean {
  if (isAnswer(message) || typeof message.content === "string") return false;
  return message.content.some((part) => part.kind === "text" && part.text === "");
}
