import type { BaseMessage } from "@langchain/core/messages";
import type { Surface } from "@plimsoll/core";
import { loadConverter } from "./load-converter.ts";
import { type InvocationParams, payloadSurface } from "./payload-surface.ts";
import { type PayloadBody, plainBody } from "./plain-body.ts";

/** What a model is called with, as the agent calls it. */
export interface PayloadCall {
  readonly messages: readonly BaseMessage[];
  /** Bound as the agent binds them, an empty list too; absent for a plain call. */
  readonly tools?: readonly unknown[];
  /** Call options: tool choice, response format, model settings. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** The call is streamed. Default: as the model's own setting says. */
  readonly streams?: boolean;
}

/** A request body and the provider API it is for. */
export interface ProviderPayload {
  readonly surface: Surface;
  readonly body: PayloadBody;
}

/**
 * The request body that a chat model will send, rebuilt offline: the bound model's own parameters, and messages by the
 * converters that `@langchain/openai` and `@langchain/anthropic` export. Equal to what leaves, key order aside.
 * Undefined for every other provider and where the package is not installed: the ledger then counts the generic projection.
 *
 * @throws what the client itself throws for tools, settings or messages it does not take; PlimsollError
 * `invalid_request` for what cannot be written as JSON.
 */
export async function providerPayload(model: unknown, call: PayloadCall): Promise<ProviderPayload | undefined> {
  const { chat, options } = await bound(model, call);
  const params = paramsOf(chat, options);
  if (params === undefined) return undefined;
  const surface = payloadSurface(params, "");
  const modelId = String(params["model"]);
  const convert = await loadConverter({ surface, modelId, zdrEnabled: chat["zdrEnabled"] === true });
  if (convert === undefined) return undefined;
  const streams = call.streams ?? params["stream"] === true;
  const { betas: _header, ...sent } = params;
  const streaming = { stream: streams, ...(streams ? streamOptions(surface, chat, params) : {}) };
  return { surface, body: plainBody({ ...sent, ...streaming, ...convert(call.messages) }) };
}

type Fields = Readonly<Record<string, unknown>>;

interface BoundChat {
  readonly chat: Fields;
  readonly options: Fields;
}

/** At most a handful of wrappers stand around a model; a cycle would be a framework's defect. */
const maximumWrappers = 8;

async function bound(model: unknown, { tools, settings = {} }: PayloadCall): Promise<BoundChat> {
  const { chat, options } = await unwrapped(model, settings);
  const bindTools = chat["bindTools"];
  if (tools === undefined || typeof bindTools !== "function") return { chat, options };
  return unwrapped(bindTools.call(chat, tools, options), {});
}

/** Providers bind by wrapping (the options stand on the wrapper) or by a new model (which keeps them itself). */
async function unwrapped(model: unknown, settings: Fields): Promise<BoundChat> {
  let chat = fieldsOf(model);
  let options = settings;
  for (let depth = 0; depth < maximumWrappers; depth++) {
    if (typeof chat["_getModelInstance"] === "function") chat = fieldsOf(await chat["_getModelInstance"]());
    else if (typeof chat["bound"] === "object" && chat["bound"] !== null) {
      options = { ...fieldsOf(chat["config"]), ...fieldsOf(chat["kwargs"]), ...options };
      chat = fieldsOf(chat["bound"]);
    } else break;
  }
  return { chat, options };
}

function paramsOf(chat: Fields, options: Fields): InvocationParams | undefined {
  const read = chat["invocationParams"];
  return typeof read === "function" ? fieldsOf(read.call(chat, options)) : undefined;
}

/** Only the chat API is asked for usage in streams, and only where the model does not say otherwise. */
function streamOptions(surface: Surface, chat: Fields, params: InvocationParams): Fields {
  if (surface !== "openai-chat" || chat["streamUsage"] === false || params["stream_options"] !== undefined) return {};
  return { stream_options: { include_usage: true } };
}

function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null ? (value as Fields) : {};
}
