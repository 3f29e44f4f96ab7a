import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** One request whose input tokens a provider billed. */
export interface GroundTruthCase {
  readonly id: string;
  readonly provider: GroundTruthProvider;
  readonly endpoint: string;
  readonly model: string;
  readonly kind: string;
  readonly request: Readonly<Record<string, unknown>>;
  readonly reportedInputTokens: number;
}

export type GroundTruthProvider = (typeof providers)[number];

/** The four provider surfaces that have billed cases. */
export const providers = ["openai-chat", "openai-responses", "anthropic", "gemini"] as const;

/** All cases under `directory`; `undefined` where the data set is absent. */
export function groundTruthCases(directory: string): readonly GroundTruthCase[] | undefined {
  const files = providers.map((provider) => join(directory, `${provider}.json`));
  if (!files.every((file) => existsSync(file))) return undefined;
  return files.flatMap((file) => (JSON.parse(readFileSync(file, "utf8")) as { cases: GroundTruthCase[] }).cases);
}
