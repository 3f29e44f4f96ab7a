import { budgetStateField, budgetStateKey } from "../budget/budget-state.ts";

/**
 * State fields that `createSummarizationNode` needs beside the messages:
 * `new StateSchema({ messages: MessagesValue, ...contextBudgetState })`. References and numbers only, about two
 * kilobytes a checkpoint, however long the conversation is.
 */
export const contextBudgetState = { [budgetStateKey]: budgetStateField } as const;
