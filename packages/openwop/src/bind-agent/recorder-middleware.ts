import { AIMessage, ToolMessage } from "@langchain/core/messages";
import { isGraphBubbleUp } from "@langchain/langgraph";
import { type JsonValue, PlimsollError } from "@plimsoll/core";
import { modelFacts } from "@plimsoll/langgraph";
import { createMiddleware } from "langchain";
import { ReplaySourceMissing } from "../engine/replay-source-missing.ts";
import { WorkflowFailure } from "../engine/workflow-failure.ts";
import type { RunError } from "../log/run-event.ts";
import { semanticCacheKey } from "../replay/cache-key.ts";
import { dispatchNode, supervisorNode } from "./agent-binding.ts";
import type { AgentLoop, OpenCall, WorkOutcome } from "./agent-loop.ts";
import { ModelCallFailed, modelError } from "./model-call-failed.ts";
import { closeDispatch } from "./close-dispatch.ts";
import { recordDecision, recordFailedTurn } from "./record-decision.ts";
import { recordWindow } from "./record-window.ts";
import { redactMessage } from "./redact-message.ts";
import { type ModelCall, semanticRequest } from "./semantic-request.ts";
import { messageOf, storedOf } from "./stored-message.ts";
import { rendered } from "./transcript.ts";

/**
 * The middleware that stands before the window is decided: it opens each turn of the supervisor, whatever becomes of
 * it, and closes the dispatch before it.
 */
export function turnMiddleware(loop: AgentLoop) {
  return createMiddleware({
    name: "openwopTurn",
    wrapModelCall: (request, handler) =>
      latched(loop, async () => {
        if (request.responseFormat !== undefined) throw new WorkflowFailure(unsupportedAnswer, supervisorNode);
        await openTurn(loop, request.messages);
        return handler(request);
      }),
  });
}

/**
 * The innermost middleware of a bound agent: it sees each model call as it leaves and each tool call as it is made,
 * records them as the supervisor's decisions and the work of its workers, and serves a fork what its source recorded.
 */
export function recorderMiddleware(loop: AgentLoop) {
  return createMiddleware({
    name: "openwopRecorder",
    wrapModelCall: (request, handler) =>
      latched(loop, () => takeTurn(loop, request, () => handler(request) as Promise<unknown>)),
    wrapToolCall: (request, handler) =>
      latched(loop, () => doWork(loop, request.toolCall, () => handler(request) as Promise<unknown>)),
  });
}

/** Frameworks turn errors into messages; what ends the run ends it all the same. */
async function latched<T>(loop: AgentLoop, act: () => Promise<T>): Promise<T> {
  if (loop.failure !== undefined) throw loop.failure;
  try {
    return await act();
  } catch (error) {
    if (error instanceof WorkflowFailure) loop.failure ??= error;
    throw error;
  }
}

/** A turn is opened once: middleware that asks again asks within it. */
async function openTurn(loop: AgentLoop, messages: ModelCall["messages"]): Promise<void> {
  const { execution } = loop;
  await closeDispatch(loop, messages);
  if (!loop.isTurnOpen) {
    const { maxLoopIterations: limit } = execution.settings;
    if (loop.iteration >= limit) await breach(loop, limit);
    loop.iteration++;
    loop.isTurnOpen = true;
  }
  const nodeId = supervisorNode;
  const typeId = "core.orchestrator.supervisor";
  await execution.record([{ type: "node.started", nodeId, payload: { nodeId, typeId } }]);
}

async function breach({ execution }: AgentLoop, limit: number): Promise<never> {
  const breached = { kind: "loop-iterations", limit, observed: limit + 1, nodeId: supervisorNode } as const;
  await execution.record([{ type: "cap.breached", nodeId: supervisorNode, payload: breached }]);
  throw new WorkflowFailure({
    code: "loop_limit_exceeded",
    message: `The orchestrator took ${limit} turns, as many as it may; raise maxLoopIterations if that is too few.`,
    details: { limit },
  });
}

/** An answer that was recorded is served; else the model is asked. Either way it is the turn's decision. */
async function takeTurn(loop: AgentLoop, call: ModelCall & { readonly model: unknown }, ask: () => Promise<unknown>) {
  await recordWindow(loop, call.messages).catch((error: unknown) => failTurn(loop, error));
  const facts = await modelFacts(call.model);
  const request = semanticCacheKey(semanticRequest(call, facts));
  const occurrence = (loop.asked.get(request) ?? 0) + 1;
  loop.asked.set(request, occurrence);
  const key = `${request}#${occurrence}`;
  const recalled = await recallAnswer(loop, key);
  if (recalled?.error !== undefined) {
    await recordFailedTurn(loop, recalled.error, key);
    throw new ModelCallFailed(recalled.error);
  }
  const answer =
    recalled?.message === undefined ? await askedAnswer(loop, key, ask) : messageOf<AIMessage>(recalled.message);
  await recordDecision(loop, { key, answer, provider: facts.surface, model: facts.modelId });
  loop.isTurnOpen = false;
  return answer;
}

async function failTurn(loop: AgentLoop, error: unknown): Promise<never> {
  throw await recordFailedTurn(loop, errorOf(error), undefined);
}

interface StoredAnswer {
  readonly message?: JsonValue;
  readonly error?: RunError;
}

async function recallAnswer(loop: AgentLoop, key: string): Promise<StoredAnswer | undefined> {
  try {
    return (await loop.execution.recall("answer", key)) as StoredAnswer | undefined;
  } catch (error) {
    if (error instanceof ReplaySourceMissing) return failTurn(loop, error);
    throw error;
  }
}

async function askedAnswer(loop: AgentLoop, key: string, ask: () => Promise<unknown>): Promise<AIMessage> {
  const { settings, signal } = loop.execution;
  const answer = await ask().catch(async (error: unknown) => {
    // Who stands outside may ask again, and must see what really went wrong.
    if (!signal.aborted && !isGraphBubbleUp(error)) await recordFailedTurn(loop, errorOf(error), key);
    throw error;
  });
  if (!AIMessage.isInstance(answer)) throw await recordFailedTurn(loop, unsupportedAnswer, undefined);
  const kept = redactMessage(answer, settings.redact);
  kept.id ??= `${supervisorNode}#${loop.iteration}`;
  return kept;
}

const unsupportedAnswer: RunError = {
  code: "answer_not_supported",
  message: "The model call was answered by something other than a message; bind agents without structured output.",
};

interface AskedCall {
  readonly id?: string;
  readonly name: string;
}

/** The work of one call: recalled, or done by its child run. What fails is told to the supervisor as a failed result. */
async function doWork(loop: AgentLoop, asked: AskedCall, act: () => Promise<unknown>): Promise<ToolMessage> {
  const call =
    loop.open?.calls.find(
      ({ callId, workerId, outcome }) =>
        callId === (asked.id ?? "") && workerId === asked.name && outcome === undefined,
    ) ?? loop.open?.calls.find(({ callId, workerId }) => callId === (asked.id ?? "") && workerId === asked.name);
  if (call === undefined) throw new WorkflowFailure(uncalled(asked.name), dispatchNode);
  const recalled = await call.recalled.catch((error: unknown) => missingWork(loop, error));
  if (recalled !== undefined) {
    call.outcome = recalled;
    return messageOf<ToolMessage>(recalled.value);
  }
  const childRunId = call.outcome === undefined ? call.childRunId : await anotherChild(loop, call);
  if (childRunId === undefined) throw new WorkflowFailure(uncalled(asked.name), dispatchNode);
  const { redact } = loop.execution.settings;
  const result = await loop.execution.children.run(childRunId, async () => {
    const { message, error } = await workMessage(call, act);
    const kept = redactMessage(message, redact);
    // The same in every replay, so that summaries name it by the same id.
    kept.id ??= call.key;
    return { value: storedOf(kept), kept, ...(error === undefined ? {} : { error }) };
  });
  const { value, error, kept } = result;
  const outcome: WorkOutcome = { childRunId, value, ...(error === undefined ? {} : { error }) };
  call.outcome = outcome;
  return kept;
}

/** Middleware tried again: the attempt is a run of its own, and its outcome the one that counts. */
function anotherChild({ execution }: AgentLoop, { workerId, args }: OpenCall): Promise<string> {
  return execution.children.create({ workerId, inputs: JSON.parse(JSON.stringify(args)) as Record<string, JsonValue> });
}

async function missingWork({ execution }: AgentLoop, error: unknown): Promise<never> {
  if (!(error instanceof ReplaySourceMissing)) throw error;
  const nodeId = dispatchNode;
  const told = errorOf(error);
  await execution.record([{ type: "node.failed", nodeId, payload: { nodeId, error: told } }]);
  throw new WorkflowFailure(told, nodeId);
}

/** The result as a message. Texts of errors are for the supervisor, and never in an event. */
async function workMessage({ callId, workerId }: OpenCall, act: () => Promise<unknown>) {
  try {
    const message = await act();
    if (!ToolMessage.isInstance(message)) throw new WorkflowFailure(unsupportedWork(workerId), dispatchNode);
    if (rendered(message).trim() === "") message.content = "(no output)";
    return message.status === "error" ? { message, error: failedWork(workerId) } : { message };
  } catch (error) {
    if (isGraphBubbleUp(error) || error instanceof WorkflowFailure) throw error;
    const content = error instanceof Error && error.message !== "" ? error.message : "The worker failed.";
    const message = new ToolMessage({ content, tool_call_id: callId, name: workerId, status: "error" });
    return { message, error: failedWork(workerId) };
  }
}

function failedWork(workerId: string): RunError {
  return { code: "worker_failed", message: `The worker ${workerId} failed; its result says why.` };
}

function unsupportedWork(workerId: string): RunError {
  const message = `The worker ${workerId} returned something other than a result; bind tools that return texts or messages.`;
  return { code: "worker_not_supported", message };
}

function uncalled(workerId: string): RunError {
  return {
    code: "worker_not_called",
    message: `The worker ${workerId} was asked, and the supervisor had not called it.`,
  };
}

function errorOf(error: unknown): RunError {
  if (error instanceof WorkflowFailure) return error.error;
  if (error instanceof ReplaySourceMissing)
    return { code: error.code, message: `A replay makes nothing anew, and ${error.message}.` };
  return PlimsollError.isInstance(error) ? { code: error.code, message: error.message } : modelError(error);
}
