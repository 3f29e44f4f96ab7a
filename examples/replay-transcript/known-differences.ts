import { brokenOffTurns } from "./broken-off-turns.ts";
import { grouped } from "./print-points.ts";
import type { Recording } from "./recording.ts";
import type { UsagePoint } from "./usage-point.ts";

/** Where the file and what the provider was sent are known to differ. */
export function differencesOf(recording: Recording, points: readonly UsagePoint[]): readonly string[] {
  return [
    ...(hasSystemPrompt(recording)
      ? []
      : ["no system prompt was recorded; the provider's counts include one (about 1,500 tokens in pi), ours do not"]),
    ...(recording.toolsFrom.startsWith("inferred")
      ? ["tool schemas were inferred from the calls; the provider counted the real ones"]
      : []),
    ...brokenOffNote(recording, points),
  ];
}

function brokenOffNote(recording: Recording, points: readonly UsagePoint[]): readonly string[] {
  const turns = brokenOffTurns(recording);
  if (turns.length === 0) return [];
  const calls = turns.reduce((sum, position) => sum + (recording.messages[position]?.calls.length ?? 0), 0);
  const rise = turns.reduce((sum, position) => sum + providerRise(points, position), 0);
  return [
    `${calls} tool calls in ${turns.length} turns were broken off and stay without a result, as recorded`,
    ...(points.length === 0
      ? []
      : [
          `  over these turns and the user's next words the provider's count rose by ${grouped(rise)} in all, ours by more than ${grouped(points.at(-1)?.brokenOff ?? 0)}`,
        ]),
  ];
}

/** How much more the provider counted for the first request after this position than for the one that ended there. */
function providerRise(points: readonly UsagePoint[], position: number): number {
  const index = points.findIndex(({ messages }) => messages === position);
  const [point, next] = index === -1 ? [] : points.slice(index, index + 2);
  return point === undefined || next === undefined ? 0 : next.provider - point.provider;
}

function hasSystemPrompt({ messages }: Recording): boolean {
  return messages[0]?.role === "system";
}
