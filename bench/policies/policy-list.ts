import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { chatModelSummarizer, contextBudgetMiddleware } from "@plimsoll/langchain";
import { type AgentMiddleware, summarizationMiddleware } from "langchain";
import { deepagentsSummarization } from "./deepagents-summarization.ts";

/** What a policy is made for: a session of its own. */
export interface PolicyWorld {
  readonly contextWindow: number;
  /** States the window in its profile; what it answers is scripted. */
  readonly summarizer: BaseChatModel;
}

/** A way to keep a conversation within its window. */
export interface Policy {
  readonly name: string;
  readonly note: string;
  /** Ours must never fail; the others are measured. */
  readonly ours: boolean;
  /** Package in bench/peers that it needs. */
  readonly peer?: string;
  /** Made anew for every session. */
  readonly middleware: (world: PolicyWorld) => readonly AgentMiddleware[] | Promise<readonly AgentMiddleware[]>;
}

/** What the others are measured by. */
export const sendEverything: Policy = { name: "none", note: "sends everything", ours: false, middleware: () => [] };

export const policies: readonly Policy[] = [
  sendEverything,
  {
    name: "langchain",
    note: "summarizationMiddleware, trigger .8 of the window, keep as by default (20 messages)",
    ours: false,
    middleware: ({ summarizer }) => [langchainSummarization({ model: summarizer, trigger: { fraction: 0.8 } })],
  },
  {
    name: "langchain-fraction",
    note: "summarizationMiddleware, trigger .8 and keep .3 of the window, as in its documentation's example by fraction",
    ours: false,
    middleware: ({ summarizer }) => [
      langchainSummarization({ model: summarizer, trigger: { fraction: 0.8 }, keep: { fraction: 0.3 } }),
    ],
  },
  {
    name: "deepagents",
    note: "createSummarizationMiddleware with what it derives from the profile: trigger .85, keep .10 of the window",
    ours: false,
    peer: "deepagents",
    middleware: async ({ summarizer }) => [await deepagentsSummarization(summarizer)],
  },
  {
    name: "plimsoll-evict",
    note: "contextBudgetMiddleware without a summarizer: clips and evicts at the limit",
    ours: true,
    middleware: ({ contextWindow }) => [contextBudgetMiddleware({ mode: "enforce", contextWindow, summarizer: false })],
  },
  {
    name: "plimsoll",
    note: "contextBudgetMiddleware as by default: digest summaries, no model",
    ours: true,
    middleware: ({ contextWindow }) => [contextBudgetMiddleware({ mode: "enforce", contextWindow })],
  },
  {
    name: "plimsoll-model",
    note: "the same with chatModelSummarizer and the scripted model",
    ours: true,
    middleware: ({ contextWindow, summarizer }) => [
      contextBudgetMiddleware({
        mode: "enforce",
        contextWindow,
        summarizer: chatModelSummarizer({ model: summarizer }),
      }),
    ],
  },
  {
    name: "plimsoll-late",
    note: "the same with the trigger of deepagents: only when less than .15 is free",
    ours: true,
    middleware: ({ contextWindow }) => [contextBudgetMiddleware({ mode: "enforce", contextWindow, threshold: 0.15 })],
  },
];

interface LangchainOptions {
  readonly model: BaseChatModel;
  readonly trigger: { readonly fraction: number };
  readonly keep?: { readonly fraction: number };
}

/** The declared type of its options comes out as never under exactOptionalPropertyTypes; it checks them itself. */
function langchainSummarization(options: LangchainOptions): AgentMiddleware {
  return summarizationMiddleware(options as never);
}
