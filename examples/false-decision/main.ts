// One request, two judges: history alone says "plenty of room", the final request is over the window (WO-01).
import assert from "node:assert/strict";
import { AIMessage, HumanMessage } from "@langchain/core/messages";
import { type BudgetReport, contextBudgetMiddleware, formatLedger, isPlimsollError } from "@plimsoll/langchain";
import { createAgent, fakeModel, tool } from "langchain";
import * as z from "zod";

const contextWindow = 8_000;

/** What a tool server brings along: two dozen operations with long schemas. */
const operations = Array.from({ length: 24 }, (_, index) =>
  tool(() => "done", {
    name: `operation_${index}`,
    description: `Runs operation ${index} of the deployment service and returns its report.`,
    schema: z.object(
      Object.fromEntries(
        Array.from({ length: 14 }, (__, field) => [
          `field_${field}`,
          z.string().optional().describe(`Value ${field} of operation ${index}; leave it out to keep the stored one.`),
        ]),
      ),
    ),
  }),
);

const reports: BudgetReport[] = [];
// Any chat model. This one is scripted, so that the example needs no key; it is counted as gpt-4o.
const script = fakeModel().respond(new AIMessage("Rolled back."));
const agent = createAgent({
  model: Object.assign(script, { model: "gpt-4o" }),
  tools: operations,
  systemPrompt: "You operate the deployment service.",
  middleware: [
    contextBudgetMiddleware({ contextWindow, surface: "openai-chat", onBudget: (report) => reports.push(report) }),
  ],
});

const history = Array.from({ length: 6 }, (_, index) => [
  new HumanMessage(`Which module owns step ${index} of the release?`),
  new AIMessage(`release/step-${index}.ts owns it, and the dispatcher calls it.`),
]).flat();
const error = await agent
  .invoke({ messages: [...history, new HumanMessage("Roll the worker back to the last good build.")] })
  .catch((thrown: unknown) => thrown);

const [report] = reports;
assert(report !== undefined);
console.log(formatLedger(report.budget));
const { historyOnly } = report.budget.decision;
console.log(
  `\nHistory alone: ${historyOnly.tokens} tokens, ${(100 * historyOnly.freeRatio).toFixed(1)} % of the window free: ${historyOnly.verdict}.`,
);
console.log(
  `The final request: ${report.budget.projectedTotalTokens} of ${contextWindow} tokens: ${report.budget.decision.verdict}.`,
);
console.log(`\n${error instanceof Error ? error.message : String(error)}`);

assert.equal(historyOnly.verdict, "hold", "a policy that looks at history alone sends this request");
assert.equal(report.budget.decision.verdict, "over", "the request that would leave does not fit");
assert(isPlimsollError(error, "context_budget_exceeded"), "it is refused by a typed error");
assert.equal(script.callCount, 0, "and the model was never called");
console.log("\nAll of this was asserted.");
