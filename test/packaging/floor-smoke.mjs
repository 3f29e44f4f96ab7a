// What a user of the oldest supported frameworks would do first. Copied into a project of its own by peers-floor.mjs.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { FakeListChatModel } from "@langchain/core/utils/testing";
import { contextBudgetMiddleware } from "@plimsoll/langchain";
import { createAgent } from "langchain";

const expected = JSON.parse(process.argv[2]);
for (const [name, version] of Object.entries(expected)) {
  const installed = JSON.parse(readFileSync(new URL(`node_modules/${name}/package.json`, import.meta.url), "utf8"));
  assert.equal(installed.version, version, `${name} is not the version under test`);
}

for (const mode of ["observe", "enforce"]) {
  const budgets = [];
  const agent = createAgent({
    model: new FakeListChatModel({ responses: ["done"] }),
    tools: [],
    systemPrompt: "You answer briefly.",
    middleware: [contextBudgetMiddleware({ contextWindow: 8_000, mode, onBudget: (budget) => budgets.push(budget) })],
  });
  const { messages } = await agent.invoke({ messages: [{ role: "user", content: "Say done." }] });
  assert.equal(messages.at(-1).content, "done");
  assert.equal(budgets.length, 1, `one budget for one call in mode ${mode}`);
}
console.log(`langchain ${expected.langchain}: the middleware works in both modes`);
