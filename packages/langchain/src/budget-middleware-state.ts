import { StateSchema } from "@langchain/langgraph";
import { budgetStateField, budgetStateKey } from "@plimsoll/langgraph";

/** The middleware's private state. */
export const budgetMiddlewareState = new StateSchema({ [budgetStateKey]: budgetStateField });
