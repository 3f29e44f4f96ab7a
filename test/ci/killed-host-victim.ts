// A host on a file, in a process that is going to be killed: says where it listens, then runs agents until it dies.
import { digestSummarizer } from "@plimsoll/core";
import { createSqliteHostStore } from "@plimsoll/openwop/sqlite";
import { startHost } from "../openwop/started-host.ts";
import { workerAgent } from "../openwop/worker-agent.ts";
import { killedAgent } from "./killed-agent.ts";

const [path = ""] = process.argv.slice(2);
const host = await startHost({
  workflows: [workerAgent({ turns: killedAgent.turns, world: { modelCalls: 0, work: 0 } })],
  store: await createSqliteHostStore({ path }),
  contextBudget: { ...killedAgent.bounds, summarization: { summarizer: digestSummarizer(), keepLastTurns: 2 } },
  attestLiveModel: true,
});
process.stdout.write(`${host.baseUrl}\n`);
