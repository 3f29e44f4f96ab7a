// Starts a host for outside suites, or deletes a stored summary of one:
//   npm run conformance-host -- --port 4111 --key K [--other-key K2] [--store FILE] [--no-seams] [--counter chars|o200k_base|cl100k_base]
//   npm run conformance-host -- --store FILE --delete-artifact RUN ARTIFACT
import { parseArgs } from "node:util";
import { createMemoryHostStore } from "@plimsoll/openwop";
import { serve } from "@plimsoll/openwop/node";
import { createSqliteHostStore } from "@plimsoll/openwop/sqlite";
import { checkableHost, type Unit } from "./checkable-host.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  allowNegative: true,
  options: {
    port: { type: "string", default: "4111" },
    key: { type: "string" },
    "other-key": { type: "string" },
    store: { type: "string" },
    seams: { type: "boolean", default: true },
    counter: { type: "string", default: "chars" },
    "delete-artifact": { type: "boolean", default: false },
  },
});

const store =
  values.store === undefined ? createMemoryHostStore() : await createSqliteHostStore({ path: values.store });

if (values["delete-artifact"]) await deleteArtifact();
else await startHost();

async function deleteArtifact(): Promise<void> {
  const [runId = "", artifactId = ""] = positionals;
  const isGone = await store.deleteArtifact(runId, artifactId);
  console.log(isGone ? `deleted ${artifactId} of run ${runId}` : `run ${runId} has no artifact ${artifactId}`);
  await store.close();
  process.exitCode = isGone ? 0 : 1;
}

async function startHost(): Promise<void> {
  const { key, port, counter, seams } = values;
  if (key === undefined) throw new Error("--key is missing: the bearer token that clients are to send");
  if (!isUnit(counter)) throw new Error(`--counter is ${counter}; use chars, o200k_base or cl100k_base`);
  const keys = [key, ...(values["other-key"] === undefined ? [] : [values["other-key"]])];
  const host = await checkableHost({ store, keys, seams, counter });
  host.onError((error) => console.error(error));
  const server = await serve(host, { port: Number(port) });
  console.log(`OpenWOP host on ${server.url}, seams ${seams ? "open" : "closed"}, transcripts counted in ${counter}`);
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void server.close());
}

function isUnit(text: string): text is Unit {
  return text === "chars" || text === "o200k_base" || text === "cl100k_base";
}
