import type { AIMessage } from "@langchain/core/messages";
import type { JsonValue } from "@plimsoll/core";
import { WorkflowFailure } from "../engine/workflow-failure.ts";
import type { NewDocument } from "../engine/workflow.ts";
import type { JsonObject } from "../log/json.ts";
import type { NewEvent, RunError } from "../log/run-event.ts";
import { dispatchNode, supervisorNode } from "./agent-binding.ts";
import type { AgentLoop, OpenCall, WorkOutcome } from "./agent-loop.ts";
import { decisionOf, usageOf } from "./decision-of.ts";
import { rendered } from "./transcript.ts";
import { storedOf } from "./stored-message.ts";

/** An answer and the name it is kept under. */
export interface KeyedAnswer {
  readonly key: string;
  readonly answer: AIMessage;
  readonly provider: string;
  readonly model: string;
}

/** A call that is about to be handed over. */
type PlannedCall = Omit<OpenCall, "succeededId">;

/**
 * Appends what the supervisor decided, and that its calls are handed to workers, at once with the answer itself: a
 * crash leaves all of it or nothing.
 */
export async function recordDecision(loop: AgentLoop, keyed: KeyedAnswer): Promise<void> {
  const { execution, binding, iteration } = loop;
  const { answer, key, provider, model } = keyed;
  const calls = await planCalls(loop, answer);
  const usage = usageOf(answer, { provider, model, nodeId: supervisorNode });
  const head: readonly NewEvent[] =
    usage === undefined ? [] : [{ type: "provider.usage", nodeId: supervisorNode, payload: usage }];
  const decidedAt = head.length;
  const { agentId } = binding.supervisor;
  const events: readonly NewEvent[] = [
    ...head,
    {
      type: "runOrchestrator.decided",
      nodeId: supervisorNode,
      payload: { agentId, decision: decisionOf(answer), iteration },
    },
    { type: "node.completed", nodeId: supervisorNode, payload: { nodeId: supervisorNode } },
    ...handedOver(loop, calls, decidedAt),
  ];
  const documents: readonly NewDocument[] = [
    { kind: "answer", key, value: { message: storedOf(answer) } },
    { kind: "text", key: decidedAt, value: rendered(answer) },
  ];
  const said = await execution.record(events, documents);
  const decidedId = said[decidedAt]?.eventId ?? "";
  loop.transcript.back(answer, decidedId);
  if (calls.length === 0) return;
  const startedAt = decidedAt + 2;
  loop.open = {
    startedId: said[startedAt]?.eventId ?? "",
    answer,
    calls: calls.map((call, index) => ({ ...call, succeededId: said[startedAt + 3 * index + 3]?.eventId ?? "" })),
  };
}

/** What the source recorded of a call, and the child run that is to answer it where that is nothing. */
async function planCalls({ execution, iteration }: AgentLoop, answer: AIMessage): Promise<readonly PlannedCall[]> {
  const planned: PlannedCall[] = [];
  for (const [index, call] of (answer.tool_calls ?? []).entries()) {
    const key = `${dispatchNode}#${iteration}.${index + 1}`;
    const recalled = execution.recall("outcome", key) as Promise<(WorkOutcome & JsonValue) | undefined>;
    // What is missing in a replay is missed when the worker is asked, not before.
    const isNew = await recalled.then((found) => found === undefined).catch(() => false);
    const inputs = JSON.parse(JSON.stringify(call.args)) as JsonObject;
    const childRunId = isNew ? await execution.children.create({ workerId: call.name, inputs }) : undefined;
    planned.push({ callId: call.id ?? "", workerId: call.name, key, args: call.args, recalled, childRunId });
  }
  return planned;
}

/** The handoff of each call: began because it was decided, succeeded because it began (RFC 0037). */
function handedOver({ execution }: AgentLoop, calls: readonly PlannedCall[], decidedAt: number): readonly NewEvent[] {
  if (calls.length === 0) return [];
  const nodeId = dispatchNode;
  const parentRunId = execution.run.runId;
  const first = decidedAt + 3;
  return [
    { type: "node.started", nodeId, payload: { nodeId, typeId: "core.dispatch" }, causation: decidedAt },
    ...calls.flatMap(({ workerId, childRunId = "" }, index): readonly NewEvent[] => {
      const began = first + 3 * index;
      const chain = { workerId, parentRunId, childRunId };
      return [
        {
          type: "core.workflowChain.event",
          nodeId,
          causation: decidedAt,
          payload: { phase: "dispatch.began", workerId, parentRunId },
        },
        { type: "node.dispatched", nodeId, causation: began, payload: { childRunId, childWorkflowId: workerId } },
        {
          type: "core.workflowChain.event",
          nodeId,
          causation: began,
          payload: { phase: "dispatch.succeeded", ...chain },
        },
      ];
    }),
  ];
}

/** Appends that the supervisor's turn failed; an answer that was an error is kept, so that a replay fails as its source did. */
export async function recordFailedTurn(
  { execution }: AgentLoop,
  error: RunError,
  key: string | undefined,
): Promise<WorkflowFailure> {
  const documents: readonly NewDocument[] =
    key === undefined ? [] : [{ kind: "answer", key, value: { error } as unknown as JsonValue }];
  const nodeId = supervisorNode;
  await execution.record([{ type: "node.failed", nodeId, payload: { nodeId, error } }], documents);
  return new WorkflowFailure(error, nodeId);
}
