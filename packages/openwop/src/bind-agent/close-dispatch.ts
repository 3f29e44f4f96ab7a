import type { BaseMessage, ToolMessage } from "@langchain/core/messages";
import type { JsonValue } from "@plimsoll/core";
import type { NewDocument } from "../engine/workflow.ts";
import type { NewEvent, RunError } from "../log/run-event.ts";
import { dispatchNode } from "./agent-binding.ts";
import { type AgentLoop, answersOf, type OpenCall } from "./agent-loop.ts";
import { rendered } from "./transcript.ts";

/**
 * Appends what came of a dispatch, call by call in the order of the decision, however the workers raced: each child's
 * end, and the result that is now part of the transcript.
 */
export async function closeDispatch(loop: AgentLoop, messages: readonly BaseMessage[]): Promise<void> {
  const { open, execution, transcript } = loop;
  if (open === undefined) return;
  loop.open = undefined;
  const answers = answersOf(open, messages);
  const events: NewEvent[] = [];
  const documents: NewDocument[] = [];
  const returned: { readonly message: ToolMessage; readonly at: number }[] = [];
  for (const call of open.calls) {
    if (call.outcome === undefined && call.childRunId !== undefined) await execution.children.cancel(call.childRunId);
    events.push(childEnd(loop, call));
    const message = answers.get(call);
    if (message === undefined) continue;
    returned.push({ message, at: events.length });
    documents.push({ kind: "text", key: events.length, value: rendered(message) });
    events.push(toolReturned(loop, call, { message, causation: events.length - 1 }));
    if (call.outcome !== undefined)
      documents.push({ kind: "outcome", key: call.key, value: call.outcome as unknown as JsonValue });
  }
  const nodeId = dispatchNode;
  events.push({ type: "node.completed", nodeId, payload: { nodeId }, causation: open.startedId });
  const said = await execution.record(events, documents);
  for (const { message, at } of returned) transcript.back(message, said[at]?.eventId ?? "");
}

function childEnd({ execution }: AgentLoop, call: OpenCall): NewEvent {
  const { workerId, outcome, childRunId = "", succeededId } = call;
  const parentRunId = execution.run.runId;
  const child = { workerId, parentRunId, childRunId: outcome?.childRunId ?? childRunId };
  return {
    type: "core.workflowChain.event",
    nodeId: dispatchNode,
    causation: succeededId,
    payload: { ...child, ...endOf(outcome) },
  };
}

function endOf(outcome: OpenCall["outcome"]) {
  if (outcome === undefined) return { phase: "child.cancelled" } as const;
  const { error } = outcome;
  return error === undefined
    ? ({ phase: "child.completed" } as const)
    : ({ phase: "child.failed", error: bare(error) } as const);
}

function bare({ code, message }: RunError) {
  return { code, message };
}

interface Returned {
  readonly message: ToolMessage;
  readonly causation: number;
}

function toolReturned({ binding }: AgentLoop, call: OpenCall, { message, causation }: Returned): NewEvent {
  const status = message.status === "error" ? "error" : "ok";
  const { agentId } = binding.supervisor;
  const payload = { agentId, toolName: call.workerId, callId: call.callId, status } as const;
  return { type: "agent.toolReturned", nodeId: dispatchNode, causation, payload };
}
