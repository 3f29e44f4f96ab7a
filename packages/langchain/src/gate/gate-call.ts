import type { BaseCallbackHandler } from "@langchain/core/callbacks/base";
import type { BaseMessage } from "@langchain/core/messages";
import type { Surface } from "@plimsoll/core";
import { payloadSurface } from "../payload/payload-surface.ts";
import type { PayloadBody } from "../payload/plain-body.ts";
import type { GatedCall } from "./gate-report.ts";

/** What a handler is told when a chat model starts. */
export type ChatModelStart = Parameters<NonNullable<BaseCallbackHandler["handleChatModelStart"]>>;

/** A model call as a run-level callback sees it: after every middleware and `bindTools`. */
export interface GateCall extends GatedCall {
  readonly messages: readonly BaseMessage[];
  /** Parameters of the call: the body without its messages, not yet plain. */
  readonly params: PayloadBody;
  /** Call options, for clients that tell no parameters. */
  readonly options: Fields;
  readonly zdrEnabled: boolean;
}

type Fields = Readonly<Record<string, unknown>>;

/** Reads what LangChain tells handlers. Never throws. */
export function readCall(start: ChatModelStart, surface: Surface | undefined): GateCall {
  const [serialized, messages, runId, , extra, , metadata = {}] = start;
  const params = fieldsOf(extra?.["invocation_params"]);
  const constructed = fieldsOf(fieldsOf(serialized)["kwargs"]);
  const source = metadata["lc_source"];
  return {
    runId,
    modelId: firstString(params["model"], metadata["ls_model_name"], constructed["model"]) ?? "unknown",
    surface: surface ?? payloadSurface(params, String(metadata["ls_provider"])),
    source: typeof source === "string" ? source : null,
    messages: messages[0] ?? [],
    params,
    options: fieldsOf(extra?.["options"]),
    zdrEnabled: constructed["zdr_enabled"] === true,
  };
}

function firstString(...values: readonly unknown[]): string | undefined {
  return values.find((value): value is string => typeof value === "string" && value !== "");
}

function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null ? (value as Fields) : {};
}
