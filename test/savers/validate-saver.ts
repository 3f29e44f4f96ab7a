import type { BaseCheckpointSaver } from "@langchain/langgraph";
import { deltaChannelHistoryTests, validate } from "@langchain/langgraph-checkpoint-validation";
import type { SummaryStore } from "@plimsoll/core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test } from "vitest";
import { summaryRecord } from "./summary-record.ts";

// The suite takes the runner's functions from the global object.
Object.assign(globalThis, { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test });

/** A saver to validate. */
interface ValidatedSaver<S extends BaseCheckpointSaver> {
  /** As the suite knows it: it leaves out what is known not to hold for a saver of this name. */
  readonly name: string;
  readonly open: () => S | Promise<S>;
}

/** LangGraph's own validation of checkpoint savers, on savers that hold recorded summaries already. */
export function validateSaver<S extends BaseCheckpointSaver & { readonly summaries: SummaryStore }>({
  name,
  open,
}: ValidatedSaver<S>): void {
  const initializer = {
    checkpointerName: name,
    createCheckpointer: async () => {
      const saver = await open();
      for (const ordinal of [1, 2, 3]) await saver.summaries.put("thread-1", summaryRecord({ ordinal }));
      return saver;
    },
  };
  validate(initializer);
  deltaChannelHistoryTests(initializer);
}
