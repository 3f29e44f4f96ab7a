import { MemorySaver } from "@langchain/langgraph";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { validateSaver } from "../../../../test/savers/validate-saver.ts";
import { withPinnedSummaries } from "./with-pinned-summaries.ts";

validateSaver({ name: "MemorySaver", open: () => withPinnedSummaries(new MemorySaver()) });

validateSaver({
  name: "@langchain/langgraph-checkpoint-sqlite",
  open: () => withPinnedSummaries(SqliteSaver.fromConnString(":memory:")),
});
