import type { BaseCheckpointSaver } from "@langchain/langgraph";
import { Command } from "@langchain/langgraph";
import { isPlimsollError } from "@plimsoll/core";
import { overlay } from "../pins/overlay.ts";
import { firstWrong, type ForkCase, type ForkHome, notApplicable, same } from "./fork-case.ts";
import {
  ask,
  checkpointBefore,
  conversationGraph,
  hold,
  isSummary,
  neverTheSame,
  threadOf,
} from "./fork-conversation.ts";

/** Retries, interrupts, races, deletions, and records that are lost. */
export const troubleCases: readonly ForkCase[] = [
  {
    id: "retry",
    title: "a turn that failed after its summary was made is tried again with the same bytes",
    async run(home) {
      const parts = { ...home, summarizer: neverTheSame(), sent: [] as string[][], failures: 1 };
      const beforeModel = () => {
        if (parts.sent.at(-1)?.some(isSummary) === true && parts.failures-- > 0) throw new Error("429");
      };
      const graph = conversationGraph({ ...parts, beforeModel });
      let failed = 0;
      for (let turn = 0; turn < 12; turn++)
        await graph.invoke(ask(turn), threadOf("one")).catch(async () => {
          failed = turn;
          await graph.invoke(null, threadOf("one"));
        });
      return firstWrong(
        [failed === 0, "no turn failed"],
        [!same(parts.sent[failed], parts.sent[failed + 1]), "other bytes were sent"],
      );
    },
  },
  {
    id: "interrupt",
    title: "a run that was interrupted after its summary was made goes on with it",
    async run(home) {
      const parts = { ...home, summarizer: neverTheSame(), sent: [] as string[][], interrupts: true };
      const graph = conversationGraph(parts);
      let askedWhileWaiting = 0;
      for (let turn = 0; turn < 12; turn++) {
        await graph.invoke(ask(turn), threadOf("one"));
        const before = parts.summarizer.asked;
        await graph.invoke(new Command({ resume: "yes" }), threadOf("one"));
        askedWhileWaiting += parts.summarizer.asked - before;
      }
      return firstWrong(
        [parts.summarizer.asked === 0, "no summary was made"],
        [askedWhileWaiting > 0, "the summarizer was asked again after the interrupt"],
      );
    },
  },
  {
    id: "race",
    title: "eight workers that come to the same turns at once are sent one summary",
    async run(home) {
      const held = await hold(home);
      const before = await checkpointBefore(held, "fit", held.firstSummary);
      const fork = await held.graph.updateState(before, { messages: [ask(0).messages[0] ?? ""] }, "__start__");
      const workers = Array.from({ length: 8 }, () => ({
        ...home,
        summarizer: neverTheSame(),
        sent: [] as string[][],
      }));
      await Promise.all(workers.map((parts) => conversationGraph(parts).invoke(null, fork)));
      const summaries = new Set(workers.map(({ sent }) => sent.at(-1)?.find(isSummary)));
      return firstWrong([summaries.size !== 1 || summaries.has(undefined), `${summaries.size} summaries were sent`]);
    },
  },
  {
    id: "deleted-thread",
    title: "a thread that is deleted takes its summaries with it",
    async run(home) {
      const held = await hold(home);
      await home.saver.deleteThread("one");
      const again = await hold(home);
      return firstWrong(
        [again.asked !== held.asked, `the summarizer was asked ${again.asked} times, not ${held.asked}`],
        [same(again.sent.at(-1), held.sent.at(-1)), "summaries of the deleted thread were sent"],
      );
    },
  },
  {
    id: "history",
    title: "records are in no history, and do not count towards its limit",
    async run(home) {
      const held = await hold(home);
      const namespaces = new Set<string>();
      let listed = 0;
      for await (const { config } of home.saver.list(threadOf("one"), { limit: 5 })) {
        listed++;
        namespaces.add(String(config.configurable?.["checkpoint_ns"] ?? ""));
      }
      let states = 0;
      for await (const _state of held.graph.getStateHistory(held.config, { limit: 1_000 })) states++;
      return firstWrong(
        [listed !== 5, `${listed} of 5 checkpoints were listed`],
        [namespaces.size !== 1 || !namespaces.has(""), "a record was listed"],
        [states !== 12 * 4, `the history has ${states} states, not 48`],
      );
    },
  },
  {
    id: "expired",
    title: "a replay whose record has expired is refused, and nobody is asked",
    run: (home) => refusedWhere(home, () => undefined),
  },
  {
    id: "corrupted",
    title: "a replay whose record is damaged is refused, and nobody is asked",
    run: (home) => refusedWhere(home, (text) => text.replaceAll("summary number", "summary nomber")),
  },
];

/** Forks from between a summary and its model call while the saver loses or damages what is recorded. */
async function refusedWhere(home: ForkHome, damage: (text: string) => string | undefined) {
  if (home.store !== undefined) return notApplicable;
  const held = await hold(home);
  const before = await checkpointBefore(held, "model", held.firstSummary);
  const parts = { saver: losing(home.saver, damage), summarizer: neverTheSame(), sent: [] as string[][] };
  const refused = await conversationGraph(parts)
    .invoke(null, before)
    .then(
      () => undefined,
      (error: unknown) => error,
    );
  return firstWrong(
    [parts.summarizer.asked > 0, "the summarizer was asked"],
    [parts.sent.length > 0, "a request was sent"],
    [!isPlimsollError(refused, "replay_context_summary_unavailable"), "the replay was not refused"],
  );
}

/** A saver whose records, and nothing else, read as they were damaged. */
function losing<S extends BaseCheckpointSaver>(saver: S, damage: (text: string) => string | undefined): S {
  const members: Pick<BaseCheckpointSaver, "getTuple"> = {
    async getTuple(config) {
      const tuple = await saver.getTuple(config);
      const writes = tuple?.pendingWrites ?? [];
      const isRecord = writes.some(([, , value]) => isRecordLike(value));
      if (tuple === undefined || !isRecord) return tuple;
      const left = writes.flatMap(([task, channel, value]): typeof writes => {
        const text = damage(JSON.stringify(value));
        return text === undefined ? [] : [[task, channel, JSON.parse(text) as unknown]];
      });
      return { ...tuple, pendingWrites: left };
    },
  };
  return overlay(saver, members);
}

function isRecordLike(value: unknown): boolean {
  return typeof value === "object" && value !== null && "textSha256" in value && "text" in value;
}
