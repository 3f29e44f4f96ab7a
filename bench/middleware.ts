// What middleware costs an agent's step: one model call over a warm conversation of 1,000 messages, with nothing, ours with
// its gate, and LangChain's own, interleaved in one process.
import { AIMessage, type BaseMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { budgetGate, contextBudgetMiddleware } from "@plimsoll/langchain";
import {
  type AgentMiddleware,
  ClearToolUsesEdit,
  contextEditingMiddleware,
  createAgent,
  fakeModel,
  summarizationMiddleware,
  tool,
} from "langchain";
import * as z from "zod";

const rounds = 41;
const contextWindow = 1_000_000;

/** A tool conversation of a thousand messages, about 180,000 tokens. */
const conversation: readonly BaseMessage[] = Array.from({ length: 1_000 }, (_, index) => {
  const id = `m${index}`;
  const text = `step ${index}: read src/ledger/row_${index}.ts and compare it with the total. `.repeat(10);
  if (index % 3 === 0) return new HumanMessage({ id, content: text });
  if (index % 3 === 1)
    return new AIMessage({
      id,
      content: text,
      tool_calls: [{ id: `c${index}`, name: "read", args: { path: `row_${index}` } }],
    });
  return new ToolMessage({ id, content: text, tool_call_id: `c${index - 1}`, name: "read" });
});

const read = tool(() => "text", {
  name: "read",
  description: "Reads a file of the repository. ".repeat(10),
  schema: z.object({ path: z.string().describe("Path of the file.") }),
});

interface Candidate {
  readonly middleware: readonly AgentMiddleware[];
  readonly gate?: ReturnType<typeof budgetGate>;
}

const never = { tokens: 900_000 };
const answering = () => fakeModel().respond(new AIMessage("done"));
const candidates: Readonly<Record<string, Candidate>> = {
  "no middleware": { middleware: [] },
  contextBudgetMiddleware: {
    middleware: [contextBudgetMiddleware({ contextWindow, surface: "openai-chat" }) as AgentMiddleware],
  },
  "contextBudgetMiddleware and budgetGate": {
    middleware: [contextBudgetMiddleware({ contextWindow, surface: "openai-chat" }) as AgentMiddleware],
    gate: budgetGate({ contextWindow }),
  },
  summarizationMiddleware: {
    middleware: [
      summarizationMiddleware({
        model: answering(),
        trigger: never,
        keep: { messages: 20 },
      } as never) as AgentMiddleware,
    ],
  },
  contextEditingMiddleware: {
    middleware: [contextEditingMiddleware({ edits: [new ClearToolUsesEdit({ trigger: never })] }) as AgentMiddleware],
  },
};

const times = new Map<string, number[]>(Object.keys(candidates).map((name) => [name, []]));
// Twice unmeasured: what is measured is a conversation that goes on.
for (let round = -2; round < rounds; round++) {
  for (const [name, candidate] of Object.entries(candidates)) {
    const took = await step(candidate, round);
    if (round >= 0) times.get(name)?.push(took);
  }
}

const medians = Object.fromEntries([...times].map(([name, each]) => [name, median(each)]));
const base = medians["no middleware"] ?? Number.NaN;
console.log("One model call over 1,000 messages, fake model; median of interleaved rounds.\n");
console.log(`${"".padEnd(40)}${"ms".padStart(10)}${"adds".padStart(10)}`);
for (const [name, ms] of Object.entries(medians))
  console.log(`${name.padEnd(40)}${ms.toFixed(2).padStart(10)}${`${percent(ms)} %`.padStart(10)}`);
const added = percent(medians["contextBudgetMiddleware and budgetGate"] ?? Number.NaN);
const pass = added <= 15;
const ratios = Object.fromEntries(
  Object.entries(medians).map(([name, ms]) => [name, Math.round((1_000 * ms) / base) / 1_000]),
);
console.log(`\n${pass ? "reached" : "MISSED "}  the whole path adds at most 15 % to the step: ${added} %`);
console.log(JSON.stringify({ bench: "middleware", pass, ratios }));
process.exitCode = pass ? 0 : 1;

/** A turn of a conversation whose older messages are the same objects, as within a running agent. */
async function step({ middleware, gate }: Candidate, round: number): Promise<number> {
  const model = Object.assign(answering(), { model: "gpt-4o" });
  const agent = createAgent({ model, tools: [read], middleware: [...middleware] });
  const messages = [...conversation, new HumanMessage({ id: `ask${round}`, content: `And now? ${round}` })];
  const start = performance.now();
  await agent.invoke({ messages }, gate === undefined ? {} : { callbacks: [gate] });
  return performance.now() - start;
}

function percent(ms: number): number {
  return Math.round(1_000 * (ms / base - 1)) / 10;
}

function median(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}
