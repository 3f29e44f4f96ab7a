import assert from "node:assert/strict";
import { HumanMessage } from "@langchain/core/messages";
import { MemorySaver } from "@langchain/langgraph";
import { type BudgetReport, contextBudgetMiddleware, formatLedger } from "@plimsoll/langchain";
import { createAgent } from "langchain";
import { showHost } from "../openwop-host/show-host.ts";
import { ScriptedModel, type Step } from "./scripted-model.ts";
import { tools } from "./tools.ts";

/** Small, so that a short run fills it. */
const contextWindow = 13_000;

const source = "packages/core/src";
const steps: readonly Step[] = [
  { tool: "list_files", args: { folder: source } },
  { tool: "read_file", args: { path: `${source}/compile-outbound-request-budget.ts` } },
  { tool: "search_text", args: { path: `${source}/compile-outbound-request-budget.ts`, text: "freeTokens" } },
  { tool: "read_file", args: { path: `${source}/plan-window.ts` } },
  { tool: "read_file", args: { path: `${source}/fingerprint.ts` } },
  { tool: "read_file", args: { path: `${source}/group-turns.ts` } },
];

interface Run {
  readonly model: ScriptedModel;
  readonly reports: readonly BudgetReport[];
  readonly messagesInState: number;
}

/** One real agent run: real tools on this repository, a scripted model, the middleware in the given mode. */
async function run(mode: "enforce" | "observe", onBudget: (call: number, report: BudgetReport) => void): Promise<Run> {
  const model = new ScriptedModel(steps);
  const reports: BudgetReport[] = [];
  const agent = createAgent({
    model,
    tools,
    systemPrompt: "You explain TypeScript projects. Read before you answer.",
    checkpointer: new MemorySaver(),
    middleware: [
      contextBudgetMiddleware({
        mode,
        contextWindow,
        outputReservation: 1_000,
        keepLastTurns: 1,
        onBudget: (report) => onBudget(reports.push(report), report),
      }),
    ],
  });
  const request = { messages: [new HumanMessage("How does this project decide that a request is over its window?")] };
  const { messages } = await agent.invoke(request, { configurable: { thread_id: mode } });
  return { model, reports, messagesInState: messages.length };
}

function print(call: number, { action, plan, budget }: BudgetReport): void {
  console.log(`\ncall ${call}   ${formatLedger(budget)}`);
  if (plan !== null && plan.kind === "hold" && plan.cause !== "headroom") console.log(plan.reason);
  if (action.kind !== "shortened" || action.summary === null) return;
  const { artifactId, turns, source, tokensBefore, tokensAfter } = action.summary;
  const what = source === "made" ? `was made now, ${tokensAfter} tokens for ${tokensBefore}` : "stands, byte for byte";
  console.log(`Summary ${artifactId} of ${turns} old turns ${what}; all of them stay in the agent's state.`);
}

console.log("Plimsoll demo: a real agent run on this repository, driven by a scripted model (no key, no network).");
const bounded = await run("enforce", print);
const unbounded = await run("observe", () => {});

const last = unbounded.reports.at(-1);
assert(last !== undefined && bounded.reports.length === steps.length + 1);
const over = unbounded.reports.filter(({ budget }) => budget.freeTokens < 0);
const misjudged = over.filter(({ budget }) => budget.decision.historyOnly.verdict === "hold");
const sent = bounded.model.sent.at(-1)?.length ?? 0;

console.log(`
Without the middleware the last request would have carried ${last.budget.totalInputTokens} input tokens and needed ${last.budget.projectedTotalTokens} of ${contextWindow}.
${over.length} of ${steps.length + 1} requests would have been over the window; at ${misjudged.length} of them the conversation alone still said "hold".
With it every request fitted. The last one carried ${sent} messages; state still holds all ${bounded.messagesInState}.`);

assert(
  bounded.reports.every(({ budget }) => budget.freeTokens >= 0),
  "no request over the window leaves",
);
assert(
  bounded.reports.some(({ action }) => action.kind === "shortened" && action.summary?.source === "made"),
  "old turns are replaced by a summary",
);
assert(misjudged.length > 0, "history alone calls a request safe that is over");
for (const { budget } of bounded.reports) {
  const rows = budget.rows.reduce((sum, row) => sum + row.tokens, 0);
  assert.equal(rows, budget.totalInputTokens, "the rows sum to the total");
}
assert.equal(bounded.messagesInState, unbounded.messagesInState, "state keeps every message");
assert.equal(bounded.messagesInState, 2 * steps.length + 2);
console.log(
  "\nAn agent over OpenWOP: what it was fed at every turn, counted again by an outsider, and a replay that is fed the same.\n",
);
await showHost();
console.log("\nAll of this was asserted.");
