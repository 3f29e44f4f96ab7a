import { existsSync, readFileSync } from "node:fs";

/** What a provider reported for the request that ends before message `beforeMessage`. */
export interface ReportedUsage {
  readonly beforeMessage: number;
  readonly model?: string;
  readonly input: number;
  readonly cacheRead?: number;
  readonly cacheWrite?: number;
}

/** A recorded conversation in OpenAI chat form with the provider's counts. */
export interface UsageTranscript {
  readonly id: string;
  readonly model: string;
  readonly messages: readonly unknown[];
  readonly tools: readonly unknown[];
  readonly providerUsage: readonly ReportedUsage[];
}

/** The recording in a file; undefined where there is no such file. */
export function readUsageTranscript(path: string): UsageTranscript | undefined {
  return existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as UsageTranscript) : undefined;
}

/** The whole input of a call, cached parts included. */
export function inputOf({ input, cacheRead = 0, cacheWrite = 0 }: ReportedUsage): number {
  return input + cacheRead + cacheWrite;
}
