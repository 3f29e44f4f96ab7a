import type { AdvertisedBudget } from "../checker/checked-turn.ts";
import { checkWindow } from "../checker/check-window.ts";
import { isObject } from "../checker/transcript-window.ts";
import type { Capabilities } from "./capabilities.ts";
import { type CheckOutcome, type HostCheck, inapplicable, outcomeOf, problemsOf } from "./host-check.ts";
import { callHost, type HostUnderTest } from "./host-under-test.ts";
import { recountIn } from "./recount.ts";
import { defaultFixture, type Witness, type WitnessedRun } from "./witness.ts";

/** RFC 0111 on a run under pressure: bounds, sums, the recent tail, and summaries with their events and artifacts. */
export const transcriptChecks: readonly HostCheck[] = [
  {
    id: "transcript/windows",
    title: "every turn is fed a transcript within its bounds, of real events, the recent tail, and says so truly",
    check: onPressedRun(async ({ run, budget }) => {
      const count = await recountIn(budget.tokenCounter);
      const checked = run.windows.map((window, index) =>
        checkWindow({ iteration: index + 1, window, advertised: budget, log: run.log, count }),
      );
      const violations = checked.flatMap((turn) => turn.violations);
      return outcomeOf([
        ...violations.map(({ rule, iteration, what }) => `${rule}, turn ${iteration}: ${what}`),
        ...problemsOf([!checked.some(({ pressure }) => pressure), "no turn of the run was under pressure"]),
      ]);
    }),
  },
  {
    id: "transcript/turns",
    title: "there is one account for each decision, and none past the last",
    check: onPressedRun(async ({ run }) => {
      const decided = run.log.filter(({ type }) => type === "runOrchestrator.decided");
      const iterations = decided.map(({ payload }) => payload["iteration"]);
      const isCounted = iterations.every((iteration, index) => iteration === index + 1);
      return outcomeOf(
        problemsOf(
          [!isCounted, `decisions are numbered ${iterations.join(", ")}`],
          [run.windows.length !== decided.length, `${run.windows.length} windows, ${decided.length} decisions`],
          [![400, 422].includes(run.pastTheEnd), `the turn past the last is answered with ${run.pastTheEnd}`],
        ),
      );
    }),
  },
  {
    id: "transcript/summary-artifacts",
    title: "each summary is an artifact of the run whose text is what was fed, and is told by one closed event",
    check: onPressedRun(async ({ host, run, budget }) => {
      if (!budget.summarizes) return inapplicable("the host does not summarize");
      const problems = await Promise.all(
        run.log.filter(isSummary).map((event) => summaryProblems(event, { host, run })),
      );
      return outcomeOf([...problemsOf([problems.length === 0, "the run made no summary"]), ...problems.flat()]);
    }),
  },
];

interface PressedRun {
  readonly host: HostUnderTest;
  readonly run: WitnessedRun;
  readonly budget: AdvertisedBudget;
  readonly capabilities: Capabilities;
}

/** A check that needs the run under pressure; inapplicable where the host bounds no transcript or has no such run. */
export function onPressedRun(
  check: (pressed: PressedRun, witness: Witness) => Promise<CheckOutcome>,
): HostCheck["check"] {
  return async (host, witness) => {
    const capabilities = await witness.capabilities();
    const { budget, fixtures } = capabilities;
    if (budget?.transcriptTokenBudget === undefined)
      return inapplicable("the host advertises no transcriptTokenBudget");
    if (host.workflowId === undefined && !fixtures.includes(defaultFixture))
      return inapplicable(`the host does not serve ${defaultFixture}`);
    return check({ host, run: await witness.run(), budget, capabilities }, witness);
  };
}

const payloadKeys = ["iteration", "replacedTurns", "summaryRef", "tokenCounter", "tokensBefore", "tokensAfter"].sort();

function isSummary({ type }: WitnessedRun["log"][number]): boolean {
  return type === "context.summarized";
}

async function summaryProblems(
  event: WitnessedRun["log"][number],
  { host, run }: Pick<PressedRun, "host" | "run">,
): Promise<readonly string[]> {
  const { payload, eventId } = event;
  const ref = String(payload["summaryRef"]);
  const { status, body } = await callHost(host, artifactPath(run.runId, ref));
  const text = isObject(body) ? body["text"] : undefined;
  const fed = run.windows.flatMap(({ entries = [] }) => entries.filter((entry) => entry.eventId === eventId));
  const [before, after] = [Number(payload["tokensBefore"]), Number(payload["tokensAfter"])];
  return problemsOf(
    [JSON.stringify(Object.keys(payload).sort()) !== JSON.stringify(payloadKeys), `${ref}: its payload has other keys`],
    [status !== 200, `${ref}: its artifact is answered with ${status}`],
    [
      !fed.every(({ rendered }) => typeof text === "string" && rendered.includes(text)),
      `${ref}: what was fed is not its text`,
    ],
    [!(after <= before), `${ref}: ${after} tokens stand in for ${before}`],
    [
      typeof text === "string" && JSON.stringify(run.log).includes(JSON.stringify(text)),
      `${ref}: its text is in the log`,
    ],
  );
}

export function artifactPath(runId: string, artifactId: string): string {
  return `/v1/runs/${encodeURIComponent(runId)}/artifacts/${encodeURIComponent(artifactId)}`;
}
