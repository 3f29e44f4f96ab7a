import { contextSummarizedEvent, enclosingGraph, type SummaryRecord } from "@plimsoll/core";
import { emitContextEvent } from "../events/emit-context-event.ts";
import { recordedIds } from "../replay/recorded-ids.ts";
import type { ContextEvent } from "../events/context-event.ts";
import { boundedMap, perStore } from "../summaries/per-store.ts";
import type { SummaryNeed, SummaryOutcome } from "../summaries/summary-need.ts";
import type { SummaryRun, SummaryStep } from "./summary-run.ts";

/** Tells the course of one summary. */
export interface SummaryTeller {
  readonly started: () => Promise<void>;
  readonly ended: (outcome: SummaryOutcome) => Promise<void>;
}

/** What was told lately, so that a second attempt at the same request does not tell it again. */
const told = boundedMap<string, true>(1_000);

/** Conversations that were told of their summaries' home. */
const toldOfUnpinned = perStore(() => boundedMap<string, true>(1_000));

/** Tells that a summary is begun, how it ended, and once for each request whose turns it replaces `context.summarized`. */
export function tellOfSummary(
  run: SummaryRun,
  need: Pick<SummaryNeed, "turns" | "tokensBefore"> & { readonly artifactId: string },
  { trigger }: SummaryStep,
): SummaryTeller {
  const { writer } = run;
  const namespace = enclosingGraph(run.namespace);
  const about = { summaryRef: need.artifactId, trigger, namespace };
  const tell = (event: ContextEvent): Promise<void> => emitContextEvent(event, { writer });
  const sizes = { turns: need.turns.length, tokensBefore: need.tokensBefore };
  return {
    started: () => tell({ type: "context.summarizing.started", ...about, ...sizes }),
    ended: async (outcome) => {
      if (outcome.kind === "failed") {
        const { reason, error } = outcome;
        if (reason === "already-tried")
          return tell({ type: "context.summarizing.skipped", trigger, namespace, reason });
        return tell({
          type: "context.summarizing.failed",
          ...about,
          reason,
          ...(error === undefined ? {} : { error }),
        });
      }
      const { record, kind } = outcome;
      if (kind === "made")
        await tell({ type: "context.summarizing.completed", ...about, ...sizes, ...outcomeOf(record) });
      if (kind === "made") await tellOfUnpinned(run);
      const key = `${run.scope}\n${run.attempt}\n${record.artifactId}`;
      if (told.has(key)) return;
      told.set(key, true);
      await tell(contextSummarizedEvent(record, toldIds(run, record, need.turns)));
    },
  };
}

/** Ids of everything it stands for; in a replay as the source told them. */
function toldIds({ replay }: SummaryRun, record: SummaryRecord, turns: SummaryNeed["turns"]) {
  return replay === undefined ? turns.flatMap(({ messageIds }) => messageIds) : recordedIds(record, replay, turns);
}

/** Told once for each conversation, as it would be true of every summary in it. */
async function tellOfUnpinned({ store, scope, writer, unpinned, ...run }: SummaryRun): Promise<void> {
  const reason = unpinned?.();
  if (reason === undefined || toldOfUnpinned(store).has(scope)) return;
  toldOfUnpinned(store).set(scope, true);
  const namespace = enclosingGraph(run.namespace);
  await emitContextEvent({ type: "context.summaries_unpinned", reason, namespace }, { writer });
}

function outcomeOf({ tokensAfter, usage }: SummaryRecord) {
  return { tokensAfter, ...(usage === undefined ? {} : { usage }) };
}

/** Tells that the run has made as many summaries as it may, once for each request. */
export async function tellOfTooMany(run: SummaryRun, trigger: SummaryStep["trigger"]): Promise<void> {
  const { writer, scope, attempt } = run;
  const namespace = enclosingGraph(run.namespace);
  const key = `${scope}\n${attempt}\ntoo many`;
  if (told.has(key)) return;
  told.set(key, true);
  await emitContextEvent(
    { type: "context.summarizing.skipped", trigger, namespace, reason: "too-many-compactions" },
    { writer },
  );
}
