import { isObject } from "../checker/transcript-window.ts";
import { type HostCheck, inapplicable, outcomeOf, problemsOf } from "./host-check.ts";
import { callHost, type HostUnderTest } from "./host-under-test.ts";
import { artifactPath, onPressedRun } from "./transcript-checks.ts";
import { forkRun, type WitnessedRun } from "./witness.ts";

/** RFC 0111 on replays: the recorded summaries again, word for word, or a refusal. */
export const replayChecks: readonly HostCheck[] = [
  {
    id: "replay/same-run",
    title: "a replay says again what the source's log says, payload for payload",
    check: onReplay(async ({ source, replay }) =>
      outcomeOf(
        problemsOf(
          [replay.status !== source.status, `the source is ${source.status}, the replay ${replay.status}`],
          [tellOf(replay) !== tellOf(source), `the replay's log differs: ${firstDifference(source, replay)}`],
          [replay.log.some(({ eventId }) => hasEvent(source, eventId)), "the replay uses event ids of the source"],
        ),
      ),
    ),
  },
  {
    id: "replay/same-transcripts",
    title: "a replay feeds each turn the same texts, from its own events and artifacts",
    check: onReplay(async ({ host, source, replay }) => {
      const refs = summaryRefs(replay);
      const artifacts = await Promise.all(refs.map((ref) => callHost(host, artifactPath(replay.runId, ref))));
      const texts = [source, replay].map(({ windows }) =>
        JSON.stringify(windows.map(({ entries = [] }) => entries.map(({ rendered }) => rendered))),
      );
      return outcomeOf(
        problemsOf(
          [JSON.stringify(refs) !== JSON.stringify(summaryRefs(source)), "the replay has other summaries"],
          [texts[0] !== texts[1], "the replay was fed other texts"],
          [artifacts.some(({ status }) => status !== 200), "a summary cannot be read under the replay's id"],
        ),
      );
    }),
  },
  {
    id: "replay/any-point",
    title: "a replay from any point, and a replay of a replay, are the same run again",
    check: onReplay(async ({ host, source, replay }) => {
      const last = source.log.length - 1;
      const points = [...new Set([1, Math.floor(last / 3), Math.floor((2 * last) / 3), last])];
      const forks = await Promise.all(
        points.map((fromSeq) => forkRun(host, source.runId, { fromSeq, mode: "replay" })),
      );
      const again = await forkRun(host, replay.runId, { fromSeq: 0, mode: "replay" });
      return outcomeOf([
        ...forks.flatMap((fork, index) =>
          problemsOf([tellOf(fork) !== tellOf(source), `from ${points[index]}: ${firstDifference(source, fork)}`]),
        ),
        ...problemsOf([tellOf(again) !== tellOf(source), `of the replay: ${firstDifference(source, again)}`]),
      ]);
    }),
  },
  {
    id: "replay/refused",
    title: "a replay whose summary is gone is refused with 409, and no run is left behind",
    check: onReplay(async ({ host, source }) => {
      if (host.deleteArtifact === undefined) return inapplicable("no way to delete an artifact was given");
      const victim = await forkRun(host, source.runId, { fromSeq: 0, mode: "replay" });
      const [ref] = summaryRefs(victim);
      if (ref === undefined) return inapplicable("the run made no summary");
      await host.deleteArtifact(victim.runId, ref);
      const before = await countRuns(host);
      const body = { fromSeq: 0, mode: "replay" };
      const path = `/v1/runs/${encodeURIComponent(victim.runId)}:fork`;
      const refused = await callHost(host, path, { method: "POST", body });
      const error = isObject(refused.body) ? refused.body : {};
      const details = isObject(error["details"]) ? error["details"] : {};
      return outcomeOf(
        problemsOf(
          [refused.status !== 409, `it is answered with ${refused.status}`],
          [error["error"] !== "replay_context_summary_unavailable", `the code is ${String(error["error"])}`],
          [details["fromSeq"] !== 0, `details.fromSeq is ${String(details["fromSeq"])}`],
          [refused.headers.has("retry-after"), "it is said to be worth trying again"],
          [(await countRuns(host)) !== before, "a run was left behind"],
        ),
      );
    }),
  },
];

interface Replayed {
  readonly host: HostUnderTest;
  readonly source: WitnessedRun;
  readonly replay: WitnessedRun;
}

function onReplay(check: (replayed: Replayed) => ReturnType<HostCheck["check"]>): HostCheck["check"] {
  return onPressedRun(async ({ host, run, capabilities }, witness) => {
    if (!capabilities.replayModes.includes("replay")) return inapplicable("the host advertises no replay");
    return check({ host, source: run, replay: await witness.replay() });
  });
}

/** What a log says, without ids and times. */
function tellOf({ log }: WitnessedRun): string {
  return JSON.stringify(log.map(toldBy));
}

function toldBy({ type, nodeId, sequence, payload }: WitnessedRun["log"][number]) {
  return { type, nodeId, sequence, payload };
}

function firstDifference(source: WitnessedRun, fork: WitnessedRun): string {
  const at = source.log.findIndex((event, index) => {
    const other = fork.log[index];
    return other === undefined || JSON.stringify(toldBy(event)) !== JSON.stringify(toldBy(other));
  });
  const [was, is] = [source.log[at]?.type, fork.log[at]?.type];
  return at === -1 ? `it goes on after ${source.log.length} events` : `at ${at}, ${was} became ${is ?? "nothing"}`;
}

function hasEvent({ log }: WitnessedRun, id: string): boolean {
  return log.some(({ eventId }) => eventId === id);
}

function summaryRefs({ log }: WitnessedRun): readonly string[] {
  return log.filter(({ type }) => type === "context.summarized").map(({ payload }) => String(payload["summaryRef"]));
}

async function countRuns(host: HostUnderTest): Promise<number> {
  const { body } = await callHost(host, "/v1/runs?limit=100");
  return isObject(body) && Array.isArray(body["runs"]) ? body["runs"].length : -1;
}
