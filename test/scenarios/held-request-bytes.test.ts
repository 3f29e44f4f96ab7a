import { AIMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { ChatOpenAI } from "@langchain/openai";
import { contextBudgetMiddleware } from "@plimsoll/langchain";
import { type AgentMiddleware, createAgent, providerStrategy, tool, toolStrategy } from "langchain";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { verifies } from "../verifies.ts";

/** A provider that keeps every request body as it arrived and answers with one line. */
function capturing(): { readonly bodies: string[]; readonly fetch: typeof fetch } {
  const bodies: string[] = [];
  const answer = {
    id: "x",
    object: "chat.completion",
    created: 0,
    model: "gpt-4o",
    choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content: '{"answer":"yes"}' } }],
  };
  return {
    bodies,
    fetch: async (_input, init) => {
      bodies.push(String(init?.body));
      return new Response(JSON.stringify(answer), { headers: { "content-type": "application/json" } });
    },
  };
}

const search = tool(() => "found", {
  name: "search",
  description: "Searches.",
  schema: z.object({ query: z.string() }),
});
const history = [
  new HumanMessage({ id: "1", content: "Find it." }),
  new AIMessage({ id: "2", content: "", tool_calls: [{ id: "call_1", name: "search", args: { query: "it" } }] }),
  new ToolMessage({ id: "3", content: "found", tool_call_id: "call_1", name: "search" }),
  new HumanMessage({
    id: "4",
    content: [
      { type: "text", text: "And this?" },
      { type: "image_url", image_url: { url: "data:image/png;base64,iVBORw0KGgo=" } },
    ],
  }),
];

const answerSchema = z.object({ answer: z.string() }).meta({ title: "verdict" });

function common(fetch: typeof globalThis.fetch, middleware: readonly AgentMiddleware[]) {
  const model = new ChatOpenAI({ model: "gpt-4o", apiKey: "none", temperature: 0, configuration: { fetch } });
  return { model, tools: [search], systemPrompt: "Be brief.", middleware: [...middleware] };
}

type Run = (fetch: typeof globalThis.fetch, middleware: readonly AgentMiddleware[]) => Promise<unknown>;

const runs: readonly (readonly [what: string, run: Run])[] = [
  ["plain", (...given) => createAgent(common(...given)).invoke({ messages: history })],
  [
    "structured output by tool",
    (...given) =>
      createAgent({ ...common(...given), responseFormat: toolStrategy(answerSchema, { handleError: false }) }).invoke({
        messages: history,
      }),
  ],
  [
    "structured output by the provider",
    (...given) =>
      createAgent({ ...common(...given), responseFormat: providerStrategy(answerSchema) }).invoke({
        messages: history,
      }),
  ],
];

describe("a request that holds", () => {
  it.each(runs)("leaves byte for byte as without the middleware: %s", async (_what, run) => {
    verifies("wo-01/todo/side-effect-free-request-model");
    const sent = async (...middleware: readonly AgentMiddleware[]): Promise<readonly string[]> => {
      const { bodies, fetch } = capturing();
      await run(fetch, middleware);
      return bodies;
    };
    const without = await sent();
    expect(without).toHaveLength(1);
    expect(await sent(contextBudgetMiddleware({ contextWindow: 128_000 }))).toEqual(without);
    expect(await sent(contextBudgetMiddleware({ contextWindow: 128_000, mode: "observe" }))).toEqual(without);
  });
});
