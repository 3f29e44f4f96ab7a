import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

/** A chat-completions server on this machine, that stands for a provider. Its answers follow a rule, not a model. */
export interface ModelServer {
  /** To be the client's `baseURL`. */
  readonly url: string;
  /** Bodies of the requests it got, in order. */
  readonly requests: readonly ChatRequest[];
  close(): Promise<void>;
}

export interface ChatRequest {
  readonly messages: readonly { readonly role: string; readonly content: unknown }[];
  readonly tools?: readonly unknown[];
}

/** Asks the worker for the round after the last one it is shown, and answers when there is none left. */
export async function startModelServer(rounds: number): Promise<ModelServer> {
  const requests: ChatRequest[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const request = JSON.parse(await read(incoming)) as ChatRequest;
    requests.push(request);
    outgoing.setHeader("content-type", "application/json");
    outgoing.end(JSON.stringify(completion(requests.length, messageFor(request, rounds))));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function messageFor({ messages, tools }: ChatRequest, rounds: number) {
  const last = messages.findLast(({ role }) => role === "tool");
  const round = Number(/Round (\d+) of/.exec(JSON.stringify(last?.content ?? ""))?.[1] ?? 0) + 1;
  if (round > rounds || tools === undefined) return { role: "assistant", content: "done" };
  const call = { name: "conformance_worker", arguments: JSON.stringify({ round }) };
  return { role: "assistant", content: null, tool_calls: [{ id: `call_${round}`, type: "function", function: call }] };
}

function completion(number: number, message: object) {
  return {
    id: `chatcmpl-${number}`,
    object: "chat.completion",
    created: 0,
    model: "gpt-4o-2024-08-06",
    choices: [{ index: 0, message, finish_reason: "tool_calls" in message ? "tool_calls" : "stop" }],
    usage: { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 },
  };
}

async function read(incoming: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of incoming) text += String(chunk);
  return text;
}
