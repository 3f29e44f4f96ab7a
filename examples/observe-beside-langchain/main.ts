// Adopt without migrating: our middleware only watches, LangChain's summarizationMiddleware goes on as before.
import assert from "node:assert/strict";
import { HumanMessage } from "@langchain/core/messages";
import { type BudgetReport, contextBudgetMiddleware } from "@plimsoll/langchain";
import { AIMessage, type AgentMiddleware, createAgent, fakeModel, summarizationMiddleware, tool } from "langchain";
import * as z from "zod";

const contextWindow = 6_000;
const files = 12;

const read = tool(({ part }) => `part ${part}: ${"the ledger counts the final request. ".repeat(40)}`, {
  name: "read",
  description: "Reads one part of a file.",
  schema: z.object({ part: z.number().describe("Number of the part. ".repeat(120)) }),
});

/** Reads part after part, then answers. Scripted, so that the example needs no key; counted as gpt-4o. */
function reader() {
  const script = fakeModel();
  for (let part = 0; part < files; part++)
    script.respond(new AIMessage({ content: "", tool_calls: [{ id: `call_${part}`, name: "read", args: { part } }] }));
  return Object.assign(script.respond(new AIMessage("Read it all.")), { model: "gpt-4o" });
}

/** LangChain's own middleware; its summaries are scripted as well. */
function langchains(): AgentMiddleware {
  const summarizer = fakeModel();
  for (let call = 0; call < files; call++) summarizer.respond(new AIMessage("Parts were read."));
  const options = { model: summarizer, trigger: { tokens: 4_500 }, keep: { messages: 6 } };
  // The declared type of its options does not hold under exactOptionalPropertyTypes.
  return summarizationMiddleware(options as never);
}

async function run(middleware: readonly AgentMiddleware[]) {
  const model = reader();
  const agent = createAgent({ model, tools: [read], middleware: [...middleware] });
  await agent.invoke({ messages: [new HumanMessage("Read the file and sum it up.")] }, { recursionLimit: 100 });
  return model.calls.map(({ messages }) => messages.map(({ text }) => text));
}

const reports: BudgetReport[] = [];
const watched = await run([
  langchains(),
  contextBudgetMiddleware({
    mode: "observe",
    contextWindow,
    surface: "openai-chat",
    onBudget: (report) => reports.push(report),
  }),
]);
const alone = await run([langchains()]);

for (const [index, { budget, foreignSummaries }] of reports.entries()) {
  const said = `history says ${budget.decision.historyOnly.verdict}, the final request ${budget.decision.verdict}`;
  console.log(
    `call ${String(index + 1).padStart(2)}  ${budget.projectedTotalTokens} of ${contextWindow} tokens  ${said}${foreignSummaries > 0 ? "  (a foreign summary stands in the history)" : ""}`,
  );
}

assert.deepEqual(watched, alone, "every request is what it is without us");
assert(reports.every(({ mode, action }) => mode === "observe" && action.kind === "sent"));
assert(
  reports.some(({ foreignSummaries }) => foreignSummaries > 0),
  "the other summarizer is noticed",
);
assert(
  reports.some(({ budget }) => budget.decision.verdict !== budget.decision.historyOnly.verdict),
  "history alone and the final request disagree",
);
console.log("\nAll of this was asserted.");
