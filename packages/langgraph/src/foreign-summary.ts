import type { BaseMessage } from "@langchain/core/messages";
import { summaryArtifactOf } from "./window/summary-message.ts";

/** Indexes of messages that another summarizer left in the history. */
export function foreignSummaries(messages: readonly BaseMessage[]): readonly number[] {
  return messages.flatMap((message, index) =>
    message.additional_kwargs["lc_source"] === "summarization" && summaryArtifactOf(message) === undefined
      ? [index]
      : [],
  );
}
