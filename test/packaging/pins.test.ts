import { plimsollErrorCodes } from "@plimsoll/core";
import { expect, it } from "vitest";

// Literals on purpose: users branch on these. Changing one needs a changeset.
it("keeps the closed list of error codes", () => {
  expect(plimsollErrorCodes).toEqual([
    "context_budget_exceeded",
    "context_window_unknown",
    "invalid_dump",
    "invalid_options",
    "invalid_request",
    "replay_context_summary_unavailable",
    "internal",
  ]);
});
