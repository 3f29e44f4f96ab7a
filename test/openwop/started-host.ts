import { createOpenwopApp, type OpenwopAppOptions, type Principal } from "@plimsoll/openwop";
import { type OpenwopServer, serve } from "@plimsoll/openwop/node";
import type { HostUnderTest } from "@plimsoll/openwop/testing";
import { createMemoryHostStore } from "@plimsoll/openwop";

const scopes = ["manifest:read", "runs:create", "runs:read", "runs:cancel", "artifacts:read"] as const;

const principals: Readonly<Record<string, Principal>> = {
  "key-a": { tenant: "a", scopes },
  "key-b": { tenant: "b", scopes },
  "read-only": { tenant: "a", scopes: ["runs:read"] },
};

/** A host that listens, with its seams; every error it swallows fails the test that closes it. */
export interface StartedHost extends HostUnderTest {
  readonly server: OpenwopServer;
  readonly errors: unknown[];
  readonly store: NonNullable<OpenwopAppOptions["store"]>;
}

export async function startHost(
  options: Pick<OpenwopAppOptions, "workflows"> & Partial<OpenwopAppOptions>,
): Promise<StartedHost> {
  const store = options.store ?? createMemoryHostStore();
  const host = createOpenwopApp({
    authenticate: (token) => principals[token],
    hostId: "host-under-test",
    seams: true,
    environment: { OPENWOP_TEST_SEAM_ENABLED: "true" },
    ...options,
    store,
  });
  const errors: unknown[] = [];
  host.onError((error) => errors.push(error));
  const server = await serve(host);
  const deleteArtifact = async (runId: string, artifactId: string) =>
    void (await store.deleteArtifact(runId, artifactId));
  return { baseUrl: server.url, apiKey: "key-a", otherApiKey: "key-b", deleteArtifact, server, errors, store };
}
