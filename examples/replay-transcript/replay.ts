import assert from "node:assert/strict";
import { type BaseMessage, HumanMessage, SystemMessage } from "@langchain/core/messages";
import { type BudgetReport, contextBudgetMiddleware } from "@plimsoll/langchain";
import { createAgent, createMiddleware } from "langchain";
import { brokenOffTurns } from "./broken-off-turns.ts";
import { recordedAnswers } from "./recorded-answers.ts";
import { RecordedModel } from "./recorded-model.ts";
import type { Recording } from "./recording.ts";
import { recordedTools } from "./recorded-tools.ts";
import { sameAsRecorded } from "./same-as-recorded.ts";

/** One request the agent sent, and its ledger. */
export interface ReplayedCall {
  readonly messages: number;
  readonly report: BudgetReport;
  /** From the agent's wish to call the model until the model was reached: budgeting, and the framework's calls around it. */
  readonly milliseconds: number;
  /** Ids of the turns in the request whose calls all stayed without a result. */
  readonly brokenOffIds: ReadonlySet<string>;
}

/** Larger than every recording, so that nothing is evicted. */
const contextWindow = 1_000_000;

/**
 * Replays a recording through a real agent loop. Each time the user spoke, or set a stopped run going again, is one run
 * of the agent; the conversation is handed from run to run, which spares the copies a checkpointer would make.
 */
export async function replay(recording: Recording): Promise<readonly ReplayedCall[]> {
  const reports: BudgetReport[] = [];
  const sent: Omit<ReplayedCall, "report">[] = [];
  const agent = agentOf(recording, {
    onBudget: (report) => reports.push(report),
    onSent: (request) => sent.push(request),
  });
  const head = headOf(recording);
  let messages: BaseMessage[] = [];
  for (let input = inputAt(recording, head); input !== undefined; input = inputAt(recording, head + messages.length)) {
    const before = messages.length;
    ({ messages } = await agent.invoke({ messages: [...messages, ...input] }, { recursionLimit: 10_000 }));
    assert(messages.length > before, "every run adds to the conversation");
  }
  assert.equal(reports.length, sent.length, "one report for every request");
  return sent.flatMap((request, index) => {
    const report = reports[index];
    return report === undefined ? [] : [{ ...request, report }];
  });
}

interface Listeners {
  readonly onBudget: (report: BudgetReport) => void;
  readonly onSent: (request: Omit<ReplayedCall, "report">) => void;
}

function agentOf(recording: Recording, { onBudget, onSent }: Listeners) {
  const answers = recordedAnswers(recording);
  const brokenOff = brokenOffTurns(recording);
  let asked = 0;
  const model = new RecordedModel(recording, (messages) => {
    const milliseconds = performance.now() - asked;
    assertRecordedPrefix(messages, recording);
    const brokenOffIds = new Set(brokenOff.flatMap((position) => messages[position]?.id ?? []));
    onSent({ messages: messages.length, milliseconds, brokenOffIds });
    answers.begin(messages.length);
  });
  const stopwatch = createMiddleware({
    name: "stopwatch",
    wrapModelCall: (request, handler) => {
      asked = performance.now();
      return handler(request);
    },
  });
  return createAgent({
    model,
    tools: recordedTools(recording.tools, answers),
    // As a message, because a bare string would be sent as a list of blocks, which is not what was recorded.
    ...(headOf(recording) === 0 ? {} : { systemPrompt: new SystemMessage(recording.messages[0]?.text ?? "") }),
    middleware: [
      stopWhereTheUserDid(recording),
      stopwatch,
      contextBudgetMiddleware({ mode: "observe", contextWindow, onBudget }),
    ],
  });
}

/** Ends a run where the recording goes on with something else than an answer of the model. */
function stopWhereTheUserDid(recording: Recording) {
  const head = headOf(recording);
  return createMiddleware({
    name: "stopWhereTheUserDid",
    beforeModel: {
      canJumpTo: ["end"],
      hook: ({ messages }) =>
        recording.messages[head + messages.length]?.role === "assistant" ? undefined : { jumpTo: "end" as const },
    },
  });
}

/** How many messages stand before the conversation: the system prompt, where one was recorded. */
function headOf({ messages }: Recording): number {
  return messages[0]?.role === "system" ? 1 : 0;
}

/** What the user says at this position, if anything, before the model's next turn; undefined where there is no further turn. */
function inputAt({ messages }: Recording, position: number): readonly HumanMessage[] | undefined {
  const turn = messages.findIndex(({ role }, index) => index >= position && role === "assistant");
  if (turn === -1) return undefined;
  return messages.slice(position, turn).map(({ role, text }, index) => {
    assert.equal(role, "user", `message ${position + index} follows from what was said before it`);
    return new HumanMessage(text);
  });
}

function assertRecordedPrefix(messages: readonly BaseMessage[], recording: Recording): void {
  for (const [index, message] of messages.entries()) {
    const recorded = recording.messages[index];
    assert(
      recorded !== undefined && sameAsRecorded(message, recorded),
      `${recording.id}: message ${index} of a request of ${messages.length} is as recorded`,
    );
  }
}
