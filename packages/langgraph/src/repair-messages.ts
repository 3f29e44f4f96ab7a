import { type AIMessage, type BaseMessage, ToolMessage } from "@langchain/core/messages";
import { repairTranscript, type RepairedEntry } from "@plimsoll/core";
import { isAssistant } from "./message-kind.ts";
import { toolCallsOf } from "./project-message.ts";
import { turnEntryOf } from "./turn-entry.ts";

/** A conversation that providers accept as far as calls and results go, and how many messages that took. */
export interface RepairedMessages {
  /** The very same array where nothing needed repair; else messages that were not made up are the same objects. */
  readonly messages: readonly BaseMessage[];
  /** Calls left unanswered by a run that was broken off, answered by a labelled result. */
  readonly answered: number;
  /** Results that stood away from their call. */
  readonly moved: number;
  /** Results of no call or of an answered one, and assistant messages that say nothing or break off in reasoning. */
  readonly omitted: number;
}

/**
 * Puts calls and results in the order every provider wants: a call that a broken-off run left without a result gets a
 * labelled one, results that stand elsewhere are moved behind their call, results of no call and assistant messages
 * without content are left out. Nothing is changed in place, and the same conversation is mended the same way, byte for
 * byte, every time. The answer to the older `function_call` is not made up.
 */
export function repairMessages(messages: readonly BaseMessage[]): RepairedMessages {
  const repair = repairTranscript(messages.map(turnEntryOf));
  if (repair === undefined) return { messages, answered: 0, moved: 0, omitted: 0 };
  return {
    messages: repair.entries.flatMap((entry) => materialise(entry, messages)),
    answered: repair.answered,
    moved: repair.moved.length,
    omitted: repair.omitted.length,
  };
}

/** Whether a message was made up because its call has no result. */
export function isSyntheticResult({ additional_kwargs }: BaseMessage): boolean {
  const mark: unknown = "plimsoll" in additional_kwargs ? additional_kwargs["plimsoll"] : undefined;
  return typeof mark === "object" && mark !== null && Reflect.get(mark, "synthetic") === syntheticMark;
}

const syntheticMark = "unanswered-call";
const syntheticText = "[No result: the run was broken off before this call was answered.]";

function materialise(entry: RepairedEntry, messages: readonly BaseMessage[]): readonly BaseMessage[] {
  const asking = messages[entry.kind === "entry" ? entry.index : entry.of];
  if (entry.kind === "entry") return asking === undefined ? [] : [asking];
  return asking === undefined || !isAssistant(asking) ? [] : [syntheticResult(asking, entry)];
}

const made = new WeakMap<AIMessage, Map<string, ToolMessage>>();

/** One object per call of a message, so that what was counted once stays counted. */
function syntheticResult(
  asking: AIMessage,
  { call, of, occurrence }: Extract<RepairedEntry, { kind: "answer" }>,
): ToolMessage {
  const id = `plimsoll-unanswered:${asking.id ?? `@${of}`}:${call}:${occurrence}`;
  const results = made.get(asking) ?? new Map<string, ToolMessage>();
  const known = results.get(id);
  if (known !== undefined) return known;
  const name = toolCallsOf(asking).filter((each) => each.id === call)[occurrence]?.name;
  const result = new ToolMessage({
    id,
    content: syntheticText,
    tool_call_id: call,
    status: "error",
    ...(name === undefined ? {} : { name }),
    additional_kwargs: { plimsoll: { synthetic: syntheticMark } },
  });
  made.set(asking, results.set(id, result));
  return result;
}
