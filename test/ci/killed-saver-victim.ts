// A conversation on a saver, in a process that kills itself right before the n-th write after its first summary was made.
import { appendFileSync } from "node:fs";
import { withPinnedSummaries } from "@plimsoll/langgraph";
import { overlay } from "../../packages/langgraph/src/pins/overlay.ts";
import {
  ask,
  conversationGraph,
  neverTheSame,
  threadOf,
} from "../../packages/langgraph/src/testing/fork-conversation.ts";
import { openKilledSaver } from "./killed-savers.ts";

const [kind = "", place = "", killAt = "0", sentFile = ""] = process.argv.slice(2);
const saver = await openKilledSaver(kind, place);
const summarizer = neverTheSame();
let writesLeft = Number(killAt);
const beforeWrite = () => {
  if (summarizer.asked > 0 && writesLeft-- === 0) process.kill(process.pid, "SIGKILL");
};
const watched = overlay(saver, {
  put: (...words: Parameters<typeof saver.put>) => {
    beforeWrite();
    return saver.put(...words);
  },
  putWrites: (...words: Parameters<typeof saver.putWrites>) => {
    beforeWrite();
    return saver.putWrites(...words);
  },
});
const sent: string[][] = [];
const beforeModel = () => appendFileSync(sentFile, `${JSON.stringify(sent.at(-1))}\n`);
const graph = conversationGraph({ saver: withPinnedSummaries(watched), summarizer, sent, beforeModel });
for (let turn = 0; turn < 12; turn++) await graph.invoke(ask(turn), { ...threadOf("one"), durability: "sync" });
