import { conformanceFixtures, createOpenwopApp } from "@plimsoll/openwop";

const scopes = ["manifest:read", "runs:create", "runs:read", "runs:cancel", "artifacts:read"] as const;

/** Mounted into the LangGraph server by `http.app`. */
export const { app } = createOpenwopApp({
  workflows: conformanceFixtures(),
  authenticate: (token) => (token === "key-a" ? { tenant: "a", scopes } : undefined),
  hostId: "langgraph-server",
});
