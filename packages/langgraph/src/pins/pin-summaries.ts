import type { BaseLanguageModelInput } from "@langchain/core/language_models/base";
import type { BaseChatModel, BaseChatModelCallOptions } from "@langchain/core/language_models/chat_models";
import { AIMessage, type BaseMessage, coerceMessageLikeToMessage, HumanMessage } from "@langchain/core/messages";
import { ensureConfig } from "@langchain/core/runnables";
import {
  artifactIdOf,
  canonicalJson,
  charsCounter,
  digestTurns,
  stableNamespace,
  type SummaryRecord,
  type SummaryStore,
} from "@plimsoll/core";
import { nodeDigest } from "@plimsoll/core/node";
import { projectMessage, toolCallsOf } from "../project-message.ts";
import { chatModelFacts } from "../summaries/chat-model-facts.ts";
import { draftOf } from "../summaries/draft-of-answer.ts";
import { isIntact } from "../summaries/is-intact.ts";
import { transcriptTokens } from "../window/transcript-count.ts";
import { overlay } from "./overlay.ts";
import { storeOfRun } from "./store-of-run.ts";

/**
 * A summarizer's chat model that answers the same prompt with the text it gave the first time, within a thread: for
 * `summarizationMiddleware` of langchain, deepagents and others that ask a model for their summaries. Texts are recorded
 * in the saver of the run, or in `store`; without either, and for answers with tool calls or without text, it is the
 * model as it is. Only `invoke` is pinned.
 *
 * It never refuses: a record that cannot be read or written is made anew, because such middleware takes the message of
 * an error for the summary. Where a replay must be refused instead, use Plimsoll's own middleware or node.
 */
export function pinSummaries<M extends BaseChatModel>(model: M, options: { readonly store?: SummaryStore } = {}): M {
  const policyDigest = nodeDigest.sha256(
    canonicalJson({ version: 1, pinned: chatModelFacts(model).identity }, "summarizer's model"),
  );
  const invoke = async (input: BaseLanguageModelInput, config?: Partial<BaseChatModelCallOptions>) => {
    const ask = () => model.invoke(input, config);
    const { configurable = {} } = ensureConfig(config);
    const store = options.store ?? storeOfRun(configurable);
    const scope: unknown = configurable["thread_id"];
    if (store === undefined || typeof scope !== "string") return ask();
    const pin = pinOf(input, { policyDigest, namespace: stableNamespace(String(configurable["checkpoint_ns"] ?? "")) });
    if (pin === undefined) return ask();
    const found = await intact(() => store.get(scope, pin.artifactId), pin);
    if (found !== undefined) return new AIMessage(found.text);
    const answer = await ask();
    const record = recordOf(pin, answer);
    if (record === undefined) return answer;
    const winner = await intact(() => store.put(scope, record), pin);
    return winner === undefined || winner.text === answer.text ? answer : new AIMessage(winner.text);
  };
  return overlay(model, { invoke });
}

type Pin = Pick<SummaryRecord, "artifactId" | "namespace" | "policyDigest" | "inputDigest" | "tokensBefore">;

/** The name of the answer to this prompt; undefined for a prompt that has no JSON form. */
function pinOf(input: BaseLanguageModelInput, how: Pick<Pin, "namespace" | "policyDigest">): Pin | undefined {
  try {
    const messages = messagesOf(input).map((message) => projectMessage(message));
    const inputDigest = digestTurns([messages], nodeDigest).at(-1) ?? "";
    const tokensBefore = messages.reduce((sum, message) => sum + transcriptTokens(message, charsCounter), 0);
    return { artifactId: artifactIdOf({ ...how, inputDigest }, nodeDigest), ...how, inputDigest, tokensBefore };
  } catch {
    return undefined;
  }
}

function messagesOf(input: BaseLanguageModelInput): readonly BaseMessage[] {
  if (typeof input === "string") return [new HumanMessage(input)];
  return Array.isArray(input) ? input.map(coerceMessageLikeToMessage) : input.toChatMessages();
}

/** What can be known of a summary that someone else asked for: a part in Plimsoll's terms, as no window stands on it. */
function recordOf(pin: Pin, answer: BaseMessage): SummaryRecord | undefined {
  const { text } = answer;
  if (text.trim() === "" || toolCallsOf(answer).length > 0) return undefined;
  const { usage } = draftOf(answer);
  return {
    version: 1,
    ...pin,
    turnCount: 1,
    ordinal: 0,
    text,
    textSha256: nodeDigest.sha256(text),
    replacedMessageIds: [],
    uncoveredMessageIds: [],
    iteration: 1,
    strategy: "recursive",
    summarizer: { id: "pinned-chat-model", version: "1" },
    counter: { id: charsCounter.id, version: charsCounter.version },
    tokensAfter: transcriptTokens(projectMessage(answer), charsCounter),
    ...(usage === undefined ? {} : { usage }),
    previous: null,
  };
}

async function intact(
  read: () => Promise<SummaryRecord | undefined>,
  { artifactId }: Pin,
): Promise<SummaryRecord | undefined> {
  try {
    const record = await read();
    return isIntact(record, artifactId, nodeDigest) ? record : undefined;
  } catch {
    return undefined;
  }
}
