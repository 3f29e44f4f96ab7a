import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { createAgent, createMiddleware, tool } from "langchain";
import * as z from "zod";
import type { Workflow } from "../engine/workflow.ts";
import type { BindingBudget } from "./agent-binding.ts";
import { bindAgent } from "./bind-agent.ts";

/** The fixture's workers, each once asked for. */
export interface ContextBudgetFixtureOptions {
  /** The live model that decides. */
  readonly model: BaseChatModel;
  /** Rounds of work, from 1. Default 8: within the 16 turns the public suite looks at. */
  readonly rounds?: number;
  /** Characters of each worker's report, at least 40. Default 400. */
  readonly reportChars?: number;
  /** How the window is kept; `contextWindow` where the model's profile states none. */
  readonly budget?: BindingBudget;
}

const defaultRounds = 8;
const defaultReportChars = 400;

/**
 * The public suite's fixture `conformance-context-budget-live`: a supervisor whose model dispatches a worker again and
 * again, until its transcript is over any budget of a few reports. It needs no inputs, and ends by itself: after the
 * last round there is no worker left to call. Bind it only where the model is live.
 */
export function contextBudgetFixture(options: ContextBudgetFixtureOptions): Workflow {
  const { model, rounds = defaultRounds, reportChars = defaultReportChars, budget } = options;
  return bindAgent({
    id: "conformance-context-budget-live",
    supervisor: { agentId: "core.conformance.supervisor", modelClass: "reasoning" },
    task: () =>
      `Ask the worker for round 1, then for round 2, and so on until round ${rounds}; then answer with one word.`,
    ...(budget === undefined ? {} : { budget }),
    agent: (middleware) =>
      createAgent({
        model,
        tools: [reportingWorker(rounds, reportChars)],
        systemPrompt: "You supervise one worker. Call it once per turn, and say nothing beside the call.",
        middleware: [endingAfter(rounds), ...middleware],
      }),
  });
}

/** Its reports differ, so that none is taken for another, and are of one length. */
function reportingWorker(rounds: number, reportChars: number) {
  return tool(
    ({ round }) => {
      const head = `Round ${round} of ${rounds}: `;
      const body = `record ${round} was read and agrees with the ledger, `.repeat(Math.ceil(reportChars / 20));
      return (head + body).slice(0, Math.max(40, reportChars));
    },
    {
      name: "conformance_worker",
      description: "Does one round of work and reports on it.",
      schema: z.object({ round: z.number().int() }),
    },
  );
}

/** Whatever the model would go on with: after the last round it has no tools. */
function endingAfter(rounds: number) {
  return createMiddleware({
    name: "conformanceRounds",
    wrapModelCall: (request, handler) => {
      const done = request.state.messages.filter(({ type }) => type === "ai").length >= rounds;
      return handler(done ? { ...request, tools: [] } : request);
    },
  });
}
