import assert from "node:assert/strict";
import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { SystemMessage } from "@langchain/core/messages";
import { findPlimsollError } from "@plimsoll/core";
import { type AgentMiddleware, createAgent, createMiddleware } from "langchain";
import { recordedTools } from "../../examples/replay-transcript/recorded-tools.ts";
import type { Recording } from "../../examples/replay-transcript/recording.ts";
import { LatestSaver } from "./latest-saver.ts";
import { callMeter, type PolicyCall } from "./policy-call.ts";
import type { Policy } from "./policy-list.ts";
import { PositionModel } from "./position-model.ts";
import type { ReadRequest } from "./request-pieces.ts";
import { scriptedSummary } from "./scripted-summary.ts";
import { type SessionCursor, sessionCursor } from "./session-cursor.ts";
import type { SessionReference } from "./session-reference.ts";

/** One request to a summarizing model. */
export interface SummarizerCall {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** A session as it went under a policy. */
export interface ReplayedPolicy {
  readonly calls: readonly PolicyCall[];
  /** Steps for which the policy refused to send anything; the recorded turn was taken all the same. */
  readonly refused: number;
  readonly summarizerCalls: readonly SummarizerCall[];
  readonly seconds: number;
}

export interface ReplayOptions {
  readonly policy: Policy;
  readonly contextWindow: number;
  readonly read: ReadRequest;
  readonly count: (text: string) => number;
}

/**
 * Replays a session through a real agent loop under a policy: one run of the agent for each time the user spoke, on one
 * thread. Requests that are too large are answered like others, so that the same steps follow under every policy.
 */
export async function replayPolicy(reference: SessionReference, options: ReplayOptions): Promise<ReplayedPolicy> {
  const { recording } = reference;
  const cursor = sessionCursor(recording);
  const { model, calls, summarizerCalls } = measuredModel(reference, cursor, options);
  const refusals: number[] = [];
  const policy = await options.policy.middleware({ contextWindow: options.contextWindow, summarizer: model });
  const step = stepMiddleware(cursor, (position) => refusals.push(position));
  const agent = agentOf(recording, { model, middleware: [step, ...policy], cursor });
  const config = { configurable: { thread_id: recording.id }, recursionLimit: 100_000, durability: "exit" } as const;
  const started = performance.now();
  for (let input = cursor.takeInput(); input !== undefined; input = cursor.takeInput()) {
    const before = cursor.position;
    await agent.invoke({ messages: [...input] }, config);
    assert(cursor.position > before, "every run adds to the conversation");
  }
  const seconds = (performance.now() - started) / 1_000;
  const turns = recording.messages.filter(({ role }) => role === "assistant").length;
  assert.equal(
    new Set([...calls.map(({ position }) => position), ...refusals]).size,
    turns,
    "every turn was asked for",
  );
  return { calls, refused: refusals.length, summarizerCalls, seconds };
}

interface AgentParts {
  readonly model: BaseChatModel;
  readonly middleware: readonly AgentMiddleware[];
  readonly cursor: SessionCursor;
}

function agentOf({ messages: [first], tools }: Recording, { model, middleware, cursor }: AgentParts) {
  return createAgent({
    model,
    tools: recordedTools(tools, cursor.answers),
    // As a message, because a bare string would be sent as a list of blocks, which is not what was recorded.
    ...(first?.role === "system" ? { systemPrompt: new SystemMessage(first.text) } : {}),
    middleware: [...middleware],
    checkpointer: new LatestSaver(),
  });
}

function measuredModel(reference: SessionReference, cursor: SessionCursor, options: ReplayOptions) {
  const { contextWindow, read, count } = options;
  const calls: PolicyCall[] = [];
  const summarizerCalls: SummarizerCall[] = [];
  const measure = callMeter(reference, read);
  const model = new PositionModel({
    recording: reference.recording,
    contextWindow,
    answer: (messages, tools) => {
      calls.push(measure(cursor.position, messages, tools));
      return cursor.dueTurn();
    },
    summarize: (messages) => {
      const prompt = messages.map(({ text }) => text).join("\n");
      const summary = scriptedSummary(prompt);
      summarizerCalls.push({ inputTokens: count(prompt), outputTokens: count(summary) });
      return summary;
    },
  });
  return { model, calls, summarizerCalls };
}

/** The outermost middleware: moves the cursor, ends a run where the user spoke, and takes the recorded turn after a refusal. */
function stepMiddleware(cursor: SessionCursor, onRefused: (position: number) => void) {
  return createMiddleware({
    name: "replayedStep",
    beforeModel: {
      canJumpTo: ["end"],
      hook: () => (cursor.isModelDue() ? undefined : { jumpTo: "end" as const }),
    },
    wrapModelCall: async (request, handler) => {
      try {
        return await handler(request);
      } catch (error) {
        if (findPlimsollError(error)?.code !== "context_budget_exceeded") throw error;
        onRefused(cursor.position);
        return cursor.dueTurn();
      } finally {
        cursor.passTurn();
      }
    },
  });
}
