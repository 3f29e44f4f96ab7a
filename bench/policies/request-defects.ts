import { AIMessage, type BaseMessage, ToolMessage } from "@langchain/core/messages";

/**
 * What a provider would reject in a sequence of messages, each defect named by what it is about: calls whose results do
 * not follow at once, results that answer no call right before them, nothing to answer to.
 */
export function requestDefects(messages: readonly BaseMessage[]): readonly string[] {
  const conversation = messages.filter((message) => message.getType() !== "system");
  if (conversation.length === 0) return ["empty"];
  const defects: string[] = ToolMessage.isInstance(conversation[0]) ? ["leading result"] : [];
  let open: string[] = [];
  for (const message of conversation) {
    if (ToolMessage.isInstance(message)) {
      const index = open.indexOf(message.tool_call_id);
      if (index === -1) defects.push(`orphan ${message.tool_call_id}`);
      else open.splice(index, 1);
      continue;
    }
    defects.push(...open.map(unanswered));
    open = AIMessage.isInstance(message) ? (message.tool_calls ?? []).map(({ id }) => id ?? "") : [];
  }
  return [...defects, ...open.map(unanswered)];
}

/** The defects that are not among the recorded ones; ids may repeat, so each recorded defect excuses one. */
export function defectsBeyond(defects: readonly string[], recorded: readonly string[]): readonly string[] {
  const excused = [...recorded];
  return defects.filter((defect) => {
    const index = excused.indexOf(defect);
    if (index !== -1) excused.splice(index, 1);
    return index === -1;
  });
}

function unanswered(id: string): string {
  return `unanswered ${id}`;
}
