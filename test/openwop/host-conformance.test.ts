import { conformanceFixtures, createOpenwopApp, type Principal } from "@plimsoll/openwop";
import { type OpenwopServer, serve } from "@plimsoll/openwop/node";
import { hostConformanceSuite } from "@plimsoll/openwop/testing";
import { afterAll, describe, expect, it } from "vitest";

const scopes = ["manifest:read", "runs:create", "runs:read", "runs:cancel", "artifacts:read"] as const;
const principals: Readonly<Record<string, Principal>> = {
  "key-a": { tenant: "a", scopes },
  "key-b": { tenant: "b", scopes },
};

let server: OpenwopServer | undefined;
afterAll(() => server?.close());

hostConformanceSuite(
  { describe, it, expect },
  {
    async host() {
      const host = createOpenwopApp({
        workflows: conformanceFixtures(),
        authenticate: (token) => principals[token],
        hostId: "host-under-test",
        seams: true,
        environment: { OPENWOP_TEST_SEAM_ENABLED: "true" },
      });
      host.onError((error) => console.error(error));
      server = await serve(host);
      return { baseUrl: server.url, apiKey: "key-a", otherApiKey: "key-b" };
    },
    onInapplicable: (id, reason) => console.log(`inapplicable: ${id}: ${reason}`),
  },
);
