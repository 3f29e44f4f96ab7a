import type { BaseMessage } from "@langchain/core/messages";
import { firstWrong, type ForkCase, type ForkHome, notApplicable, same } from "./fork-case.ts";
import {
  ask,
  checkpointBefore,
  type Conversation,
  conversationGraph,
  edited,
  hold,
  neverTheSame,
  threadOf,
} from "./fork-conversation.ts";

/** A fork from before, at or after a summary, and forks with edits: sent as the original was, or made anew where it must be. */
export const forkCases: readonly ForkCase[] = [
  {
    id: "fork-before",
    title: "a fork from before a summary is sent the same bytes, again and again, and asks nobody",
    run: (home) => forkedFrom(home, "fit", (held) => held.firstSummary),
  },
  {
    id: "fork-at",
    title: "a fork from between a summary and its model call is sent the same bytes",
    run: (home) => forkedFrom(home, "model", (held) => held.firstSummary),
  },
  {
    id: "fork-after",
    title: "a fork from after a summary is sent the same bytes",
    run: (home) => forkedFrom(home, "fit", (held) => held.firstSummary + 1),
  },
  {
    id: "kept-edited",
    title: "an edit of a kept turn reuses the summary",
    async run(home) {
      const held = await hold(home);
      const last = await runEdited(held, held.firstSummary);
      const original = held.sent[held.firstSummary] ?? [];
      return firstWrong(
        [held.summarizer.asked !== held.asked, "the summarizer was asked again"],
        [!same(last?.slice(0, -1), original.slice(0, -1)), "other bytes were sent"],
        [last?.at(-1) !== edited(0).text, "the edit was not sent"],
      );
    },
  },
  {
    id: "replaced-edited",
    title: "an edit of a replaced turn makes a summary of its own",
    async run(home) {
      const held = await hold(home);
      const last = await runEdited(held, 0);
      return firstWrong(
        [
          held.summarizer.asked !== held.asked + 1,
          `the summarizer was asked ${held.summarizer.asked - held.asked} times`,
        ],
        [same(last, held.sent[held.firstSummary]), "the summary of the unedited turn was sent"],
      );
    },
  },
  {
    id: "fork-of-fork",
    title: "a fork of a fork is sent the same bytes",
    async run(home) {
      const held = await hold(home);
      await held.graph.invoke(null, await checkpointBefore(held, "fit", held.firstSummary));
      await held.graph.invoke(null, await checkpointBefore(held, "fit", held.firstSummary));
      return sentAgain(held);
    },
  },
  {
    id: "subgraph",
    title: "a conversation in a subgraph is sent the same bytes when it is forked",
    async run(home) {
      const held = await hold({ ...home, nested: true });
      await held.graph.invoke(null, await checkpointBefore(held, "fit", held.firstSummary));
      return sentAgain(held);
    },
  },
  {
    id: "branches",
    title: "a fork has a state of its own, and the branch it came from keeps its",
    async run(home) {
      const held = await hold(home);
      const head = await held.graph.getState(held.config);
      await runEdited(held, held.firstSummary);
      const [fork, original] = await Promise.all([held.graph.getState(held.config), held.graph.getState(head.config)]);
      const textOf = ({ values }: typeof head) =>
        (values.messages as readonly BaseMessage[]).find(({ id }) => id === `h${held.firstSummary}`)?.text;
      return firstWrong(
        [textOf(fork) !== edited(0).text, "the fork lost its edit"],
        [textOf(original) !== ask(held.firstSummary).messages[0]?.text, "the original branch was rewritten"],
        [original.values.messages.length !== head.values.messages.length, "the original branch has another length"],
      );
    },
  },
  {
    id: "new-thread",
    title: "a copy in a new thread is sent the same bytes, after its source is deleted",
    async run(home) {
      if (home.copyThread === undefined) return notApplicable;
      const held = await hold(home);
      const { configurable } = await checkpointBefore(held, "fit", held.firstSummary);
      await home.copyThread("one", "two", { checkpointId: String(configurable?.["checkpoint_id"]) });
      await home.saver.deleteThread("one");
      return resent(home, { thread: "two", held, turns: [undefined], expected: [held.sent[held.firstSummary]] });
    },
  },
  {
    id: "from-zero",
    title: "the whole conversation again, in a copy of its beginning, is sent the same bytes call by call",
    async run(home) {
      if (home.copyThread === undefined) return notApplicable;
      const held = await hold(home);
      const { configurable } = await checkpointBefore(held, "fit", 0);
      await home.copyThread("one", "two", { checkpointId: String(configurable?.["checkpoint_id"]) });
      const turns = [undefined, ...held.sent.slice(1).keys()].map((turn) => (turn === undefined ? turn : turn + 1));
      return resent(home, { thread: "two", held, turns, expected: held.sent });
    },
  },
  {
    id: "restart",
    title: "another process is sent the same bytes",
    async run(home) {
      if (home.reopen === undefined) return notApplicable;
      const held = await hold(home);
      const before = await checkpointBefore(held, "fit", held.firstSummary);
      const reopened = await home.reopen();
      const parts = { ...reopened, summarizer: neverTheSame(), sent: [] as string[][] };
      await conversationGraph(parts).invoke(null, before);
      return firstWrong(
        [parts.summarizer.asked > 0, "the summarizer was asked"],
        [!same(parts.sent, [held.sent[held.firstSummary]]), "other bytes were sent"],
      );
    },
  },
];

async function forkedFrom(home: ForkHome, node: string, turnOf: (held: Conversation) => number) {
  const held = await hold(home);
  const turn = turnOf(held);
  for (const _again of ["fork", "fork again"]) {
    await held.graph.invoke(null, await checkpointBefore(held, node, turn));
    const wrong = sentAgain(held, turn);
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}

/** Whether the last call was sent what that turn was first sent, and nobody was asked. */
function sentAgain(held: Conversation, turn = held.firstSummary) {
  return firstWrong(
    [held.summarizer.asked !== held.asked, "the summarizer was asked again"],
    [!same(held.sent.at(-1), held.sent[turn]), "other bytes were sent"],
  );
}

/** Edits a turn of the user before the first summary, and runs on; resolves to what was sent. */
async function runEdited(held: Conversation, turn: number) {
  const before = await checkpointBefore(held, "fit", held.firstSummary);
  const fork = await held.graph.updateState(before, { messages: [edited(turn)] }, "__start__");
  await held.graph.invoke(null, fork);
  return held.sent.at(-1);
}

interface Resending {
  readonly thread: string;
  readonly held: Conversation;
  /** What is asked; undefined goes on from where the thread is. */
  readonly turns: readonly (number | undefined)[];
  readonly expected: readonly (readonly string[] | undefined)[];
}

async function resent(home: ForkHome, { thread, turns, expected }: Resending) {
  const parts = { ...home, summarizer: neverTheSame(), sent: [] as string[][] };
  const graph = conversationGraph(parts);
  for (const turn of turns) await graph.invoke(turn === undefined ? null : ask(turn), threadOf(thread));
  return firstWrong(
    [parts.summarizer.asked > 0, `the summarizer was asked ${parts.summarizer.asked} times`],
    [!same(parts.sent, expected), "other bytes were sent"],
  );
}
