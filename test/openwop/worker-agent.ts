import { AIMessage, type BaseMessage } from "@langchain/core/messages";
import { bindAgent } from "@plimsoll/openwop/langchain";
import { createAgent, fakeModel, tool } from "langchain";
import * as z from "zod";

/** One turn of the script: the workers it calls, and what each of them returns. */
export type ScriptedTurn = readonly ScriptedWork[];

export interface ScriptedWork {
  readonly text: string;
  readonly fails?: boolean;
}

/** What happened to the world: every model call and every piece of work. */
export interface World {
  modelCalls: number;
  work: number;
}

export interface WorkerAgent {
  readonly id?: string;
  readonly turns: readonly ScriptedTurn[];
  readonly world: World;
  readonly contextWindow?: number;
}

/** A bound agent whose model follows a script: it calls its worker at every turn, and answers at the end. */
export function workerAgent({ id = "worker-loop", turns, world, contextWindow = 1_000_000 }: WorkerAgent) {
  return bindAgent({
    id,
    supervisor: { agentId: "test.supervisor", modelClass: "reasoning" },
    task: (inputs) => String(inputs["task"] ?? "Ask the worker until you know enough."),
    budget: { contextWindow },
    agent: (middleware) => {
      // The script goes on from the last turn the model is shown, so that a branch may start anywhere.
      const model = Array.from({ length: turns.length + 1 }).reduce(
        (scripted: ReturnType<typeof fakeModel>) => scripted.respond((messages) => answerTo(messages, turns, world)),
        fakeModel(),
      );
      const worker = tool(
        async ({ turn, call }) => {
          world.work++;
          const work = turns[turn]?.[call];
          // Workers of one turn end in another order than they were called.
          await new Promise((resolve) => setTimeout(resolve, (turns[turn]?.length ?? 0) - call));
          if (work?.fails === true) throw new Error(work.text);
          return work?.text ?? "";
        },
        {
          name: "worker",
          description: "Does a piece of work.",
          schema: z.object({ turn: z.number(), call: z.number() }),
        },
      );
      return createAgent({
        model,
        tools: [worker],
        middleware: [...middleware],
      });
    },
  });
}

function answerTo(messages: readonly BaseMessage[], turns: readonly ScriptedTurn[], world: World): AIMessage {
  world.modelCalls++;
  const last = messages.findLast((message) => message.type === "ai");
  const index = last === undefined ? 0 : Number(last.text.slice("turn ".length)) + 1;
  const turn = turns[index];
  if (turn === undefined) return billed(new AIMessage({ id: "answer", content: "done" }));
  const answer = new AIMessage({
    id: `turn-${index}`,
    content: `turn ${index}`,
    tool_calls: turn.map((_work, call) => ({
      id: `call-${index}-${call}`,
      name: "worker",
      args: { turn: index, call },
    })),
  });
  return billed(answer);
}

function billed(answer: AIMessage): AIMessage {
  return Object.assign(answer, { usage_metadata: { input_tokens: 10, output_tokens: 5, total_tokens: 15 } });
}
