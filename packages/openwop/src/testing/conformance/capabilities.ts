import type { AdvertisedBudget } from "../checker/checked-turn.ts";
import { isListOf, isObject, isString } from "../checker/transcript-window.ts";

/** What a discovery document of major 1 says that our checks depend on. */
export interface Capabilities {
  readonly document: Readonly<Record<string, unknown>>;
  readonly fixtures: readonly string[];
  readonly replayModes: readonly string[];
  readonly executionModelVersion: number | undefined;
  /** Absent where the host bounds no transcript. */
  readonly budget: AdvertisedBudget | undefined;
}

/** Reads a discovery document, root first (RFC 0073); undefined where it is no object. */
export function readCapabilities(document: unknown): Capabilities | undefined {
  if (!isObject(document)) return undefined;
  const { fixtures, replay, multiAgent } = document;
  const model = isObject(multiAgent) && isObject(multiAgent["executionModel"]) ? multiAgent["executionModel"] : {};
  const { version, contextBudget } = model;
  const modes = isObject(replay) && replay["supported"] === true ? replay["modes"] : [];
  return {
    document,
    fixtures: isListOf(fixtures, isString) ? fixtures : [],
    replayModes: isListOf(modes, isString) ? modes : [],
    executionModelVersion: typeof version === "number" ? version : undefined,
    budget: isObject(contextBudget) ? readBudget(contextBudget, model) : undefined,
  };
}

function readBudget(
  contextBudget: Readonly<Record<string, unknown>>,
  model: Readonly<Record<string, unknown>>,
): AdvertisedBudget {
  const { transcriptTokenBudget, tokenCounter, summarization } = contextBudget;
  const summarizing = isObject(summarization) && summarization["supported"] === true ? summarization : undefined;
  const keepLastTurns = summarizing?.["keepLastTurns"];
  const { transcriptWindow } = model;
  return {
    tokenCounter: isString(tokenCounter) ? tokenCounter : "",
    summarizes: summarizing !== undefined,
    ...(typeof transcriptTokenBudget === "number" ? { transcriptTokenBudget } : {}),
    ...(typeof transcriptWindow === "number" ? { transcriptWindow } : {}),
    ...(typeof keepLastTurns === "number" ? { keepLastTurns } : {}),
  };
}
