import type { BaseMessage } from "@langchain/core/messages";
import { ChatPromptValue } from "@langchain/core/prompt_values";
import type { Surface } from "@plimsoll/core";

/** What converting messages depends on beside them. */
export interface ConversionFacts {
  readonly surface: Surface;
  readonly modelId: string;
  /** Responses only: nothing is stored by the provider, so that items are sent without their ids. */
  readonly zdrEnabled?: boolean;
}

/** The fields of a request body that messages become. */
export type ConvertedMessages = Readonly<Record<string, unknown>>;

/** Converts messages as the provider's client does. Throws what its converter throws. */
export type PayloadConverter = (messages: readonly BaseMessage[]) => ConvertedMessages;

/**
 * The converter that the provider's own package exports; the package is optional, and whoever uses a provider has it.
 * Undefined for other providers, and where the package cannot be imported from here.
 */
export async function loadConverter(facts: ConversionFacts): Promise<PayloadConverter | undefined> {
  const { surface, modelId: model, zdrEnabled = false } = facts;
  switch (surface) {
    case "openai-chat": {
      const openai = await installed(() => import("@langchain/openai"));
      if (openai === undefined) return undefined;
      return (messages) => ({
        messages: openai.convertMessagesToCompletionsMessageParams({ messages: [...messages], model }),
      });
    }
    case "openai-responses": {
      const openai = await installed(() => import("@langchain/openai"));
      if (openai === undefined) return undefined;
      return (messages) => ({
        input: openai.convertMessagesToResponsesInput({ messages: [...messages], zdrEnabled, model }),
      });
    }
    case "anthropic": {
      const anthropic = await installed(() => import("@langchain/anthropic"));
      if (anthropic === undefined) return undefined;
      return (messages) => ({ ...anthropic.convertPromptToAnthropic(new ChatPromptValue([...messages])) });
    }
    case "gemini":
    case "generic":
      return undefined;
    default:
      return surface satisfies never;
  }
}

async function installed<Package>(load: () => Promise<Package>): Promise<Package | undefined> {
  try {
    return await load();
  } catch {
    return undefined;
  }
}
