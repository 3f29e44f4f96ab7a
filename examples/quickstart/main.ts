import { contextBudgetMiddleware, formatLedger } from "@plimsoll/langchain";
import { AIMessage, createAgent, fakeModel, tool } from "langchain";
import * as z from "zod";

const orders = tool(({ query }) => `3 orders match ${query}`, {
  name: "find_orders",
  description: "Finds orders.",
  schema: z.object({ query: z.string().describe("What to look for, in the shop's query language. ".repeat(45)) }),
});

// Any chat model. This one is scripted, so that the example needs no key; it is counted as gpt-4o.
const script = fakeModel().respond(
  new AIMessage({ content: "", tool_calls: [{ id: "1", name: "find_orders", args: { query: "late" } }] }),
);
const model = Object.assign(script.respond(new AIMessage("Three orders are late.")), { model: "gpt-4o" });

const agent = createAgent({
  model,
  tools: [orders],
  systemPrompt: "You help a shop.",
  middleware: [
    // The line to add. Last in the array, so that it sees the final request.
    contextBudgetMiddleware({
      contextWindow: 1_000,
      surface: "openai-chat",
      onBudget: ({ budget }) => console.log(`${formatLedger(budget)}\n`),
    }),
  ],
});

const { messages } = await agent.invoke({ messages: "Which orders are late?" });
console.log(messages.at(-1)?.text);
