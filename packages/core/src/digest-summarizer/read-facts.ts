import type { MessageContent } from "../outbound-request.ts";
import type { SummaryTurn } from "../summarizer.ts";
import type { DigestFacts, Known, NumberedRequest } from "./digest-facts.ts";
import { messageText } from "./message-text.ts";
import { rankedNames } from "./ranked-names.ts";
import { statementsOf } from "./statements.ts";
import { thingsToDo } from "./things-to-do.ts";
import { toolOutcomes } from "./tool-outcomes.ts";

/** What turns say, added to what an earlier digest said. */
export function readFacts(turns: readonly SummaryTurn[], earlier: DigestFacts | undefined): DigestFacts {
  const messages = turns.flatMap((turn) => turn.messages);
  const names = rankedNames(turns, earlier);
  const { tools, failures, unanswered } = toolOutcomes(messages, earlier);
  const toDo = thingsToDo(messages);
  const calls = [...unanswered.toReversed().map((call) => `${noResult}${call}`), ...earlierOf(earlier, true)];
  return {
    turns: turns.length + (earlier?.turns ?? 0),
    requests: after(earlier?.requests, requestsOf(messages, earlier)),
    statements: after(earlier?.statements, statementsOf(messages)),
    worked: known(names.worked, earlier?.worked),
    mentioned: known(names.mentioned, earlier?.mentioned),
    identifiers: known(names.identifiers, earlier?.identifiers),
    tools: known(tools, earlier?.tools),
    failures: known(failures, earlier?.failures),
    openEnds: { items: [...(toDo ?? earlierOf(earlier, false)), ...calls], dropped: 0 },
    quoted: earlier?.quoted ?? "",
  };
}

const noResult = "no result: ";

/** The earlier digest's open calls, or its things to do, which a newer list replaces. */
function earlierOf(earlier: DigestFacts | undefined, isCall: boolean): readonly string[] {
  return earlier?.openEnds.items.filter((text) => text.startsWith(noResult) === isCall) ?? [];
}

function requestsOf(messages: readonly MessageContent[], earlier: DigestFacts | undefined): readonly NumberedRequest[] {
  const before = earlier === undefined ? 0 : earlier.requests.items.length + earlier.requests.dropped;
  return messages
    .filter(({ role }) => role === "user")
    .map(messageText)
    .filter((text) => /\S/.test(text))
    .map((text, index) => ({ number: before + index + 1, text }));
}

function after<Item>(earlier: Known<Item> | undefined, items: readonly Item[]): Known<Item> {
  return { items: [...(earlier?.items ?? []), ...items], dropped: earlier?.dropped ?? 0 };
}

/** `items` hold the earlier ones already; what is new among them may be what the earlier digest left out. */
function known<Item>(items: readonly Item[], earlier: Known<Item> | undefined): Known<Item> {
  if (earlier === undefined) return { items, dropped: 0 };
  return { items, dropped: Math.max(0, earlier.dropped - (items.length - earlier.items.length)) };
}
