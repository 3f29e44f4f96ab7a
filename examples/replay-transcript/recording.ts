import { readFile } from "node:fs/promises";
import * as z from "zod";

const callSchema = z.object({ id: z.string(), function: z.object({ name: z.string(), arguments: z.string() }) });

const messageSchema = z.object({
  role: z.enum(["system", "user", "assistant", "tool"]),
  content: z.string().nullable(),
  tool_calls: z.array(callSchema).optional(),
  tool_call_id: z.string().optional(),
  name: z.string().optional(),
});

const usageSchema = z.object({
  beforeMessage: z.number().int(),
  input: z.number().int(),
  cacheRead: z.number().int().default(0),
  cacheWrite: z.number().int().default(0),
});

const schema = z.object({
  schema: z.literal("ctx-transcript/1"),
  id: z.string(),
  title: z.string(),
  model: z.string().nullish(),
  tools: z.array(
    z.object({
      function: z.object({
        name: z.string(),
        description: z.string().default(""),
        parameters: z.record(z.string(), z.unknown()).optional(),
      }),
    }),
  ),
  toolsFrom: z.string().nullish(),
  messages: z.array(messageSchema),
  providerUsage: z.array(usageSchema).default([]),
});

export interface RecordedCall {
  readonly id: string;
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

export interface RecordedMessage {
  readonly role: "system" | "user" | "assistant" | "tool";
  readonly text: string;
  readonly calls: readonly RecordedCall[];
  /** For results: the call that is answered, and the tool where the host wrote it down. */
  readonly callId: string | undefined;
  readonly toolName: string | undefined;
}

export interface RecordedTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** A recorded agent run: what was said, and what the provider counted for the requests. */
export interface Recording {
  readonly id: string;
  readonly title: string;
  readonly modelId: string;
  readonly tools: readonly RecordedTool[];
  readonly toolsFrom: string;
  readonly messages: readonly RecordedMessage[];
  /** By number of messages in the request: every input token the provider counted for it, cached or not. */
  readonly providerCounts: ReadonlyMap<number, number>;
}

/** Reads a transcript of the form `ctx-transcript/1`. */
export async function readRecording(path: string): Promise<Recording> {
  const found = schema.parse(JSON.parse(await readFile(path, "utf8")));
  return {
    id: found.id,
    title: found.title,
    modelId: found.model ?? "unknown",
    tools: found.tools.map(({ function: { name, description, parameters } }) => ({
      name,
      description,
      parameters: parameters ?? noParameters,
    })),
    toolsFrom: found.toolsFrom ?? "unknown",
    messages: found.messages.map(messageOf),
    providerCounts: new Map(
      found.providerUsage.map(({ beforeMessage, input, cacheRead, cacheWrite }) => [
        beforeMessage,
        input + cacheRead + cacheWrite,
      ]),
    ),
  };
}

const noParameters = { type: "object", properties: {} };

function messageOf(message: z.output<typeof messageSchema>): RecordedMessage {
  return {
    role: message.role,
    text: message.content ?? "",
    calls: (message.tool_calls ?? []).map((call) => ({
      id: call.id,
      name: call.function.name,
      args: z.record(z.string(), z.unknown()).parse(JSON.parse(call.function.arguments)),
    })),
    callId: message.tool_call_id,
    toolName: message.name,
  };
}
