import { createMemoryHostStore } from "@plimsoll/openwop";
import { type OpenwopServer, serve } from "@plimsoll/openwop/node";
import { hostConformanceSuite } from "@plimsoll/openwop/testing";
import { afterAll, describe, expect, it } from "vitest";
import { checkableHost, type Unit } from "../../examples/openwop-host/checkable-host.ts";
import { verifies } from "../verifies.ts";

const servers: OpenwopServer[] = [];
afterAll(() => Promise.all(servers.map((server) => server.close())));

const counters: readonly Unit[] = ["chars", "o200k_base", "cl100k_base"];

describe.each(counters)("the live fixture, driven by a real provider client, counted in %s", (counter) => {
  hostConformanceSuite(
    {
      describe,
      it: (title, body) =>
        it(title, () => {
          verifies("rfc-0111/conformance/bound-scenario", "rfc-0111/seam/pressure");
          return body();
        }),
      expect,
    },
    {
      async host() {
        const store = createMemoryHostStore();
        const server = await serve(await checkableHost({ store, keys: ["key-a", "key-b"], seams: true, counter }));
        servers.push(server);
        const deleteArtifact = async (runId: string, id: string) => void (await store.deleteArtifact(runId, id));
        return { baseUrl: server.url, apiKey: "key-a", otherApiKey: "key-b", deleteArtifact };
      },
      onInapplicable: () => undefined,
      required: "all",
    },
  );
});
