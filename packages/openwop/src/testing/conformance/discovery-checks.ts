import { isListOf, isObject, isString } from "../checker/transcript-window.ts";
import { type HostCheck, inapplicable, outcomeOf, passed, problemsOf } from "./host-check.ts";
import { callHost } from "./host-under-test.ts";

const counters = ["o200k_base", "cl100k_base", "chars", "host-defined"];
const strategies = ["sliding-window", "recursive", "map-reduce"];

/** What a host says about itself, without credentials. */
export const discoveryChecks: readonly HostCheck[] = [
  {
    id: "discovery/document",
    title: "the discovery document is public, cacheable, and has what version 1 requires",
    async check(host) {
      const { status, headers, body } = await callHost(host, "/.well-known/openwop", { apiKey: null });
      if (status !== 200 || !isObject(body)) return outcomeOf([`it is answered with ${status}`]);
      const { protocolVersion, supportedEnvelopes, schemaVersions, limits } = body;
      const missing = ["clarificationRounds", "schemaRounds", "envelopesPerTurn"].filter(
        (key) => !isObject(limits) || !isNatural(limits[key]),
      );
      return outcomeOf(
        problemsOf(
          [
            !isString(protocolVersion) || !protocolVersion.startsWith("1."),
            `protocolVersion is ${String(protocolVersion)}`,
          ],
          [!isListOf(supportedEnvelopes, isString), "supportedEnvelopes is no list of names"],
          [!isObject(schemaVersions), "schemaVersions is no object"],
          [missing.length > 0, `limits lacks ${missing.join(", ")}`],
          [!headers.has("cache-control"), "there is no Cache-Control"],
        ),
      );
    },
  },
  {
    id: "discovery/not-modified",
    title: "a discovery document that was not modified is not sent again",
    async check(host) {
      const etag = (await callHost(host, "/.well-known/openwop", { apiKey: null })).headers.get("etag");
      if (etag === null) return inapplicable("the document has no ETag");
      const headers = { "if-none-match": etag };
      const { status } = await callHost(host, "/.well-known/openwop", { apiKey: null, headers });
      return outcomeOf(problemsOf([status !== 304, `it is answered with ${status}`]));
    },
  },
  {
    id: "discovery/open-api",
    title: "the OpenAPI document is public and of version 3.1 or later",
    async check(host) {
      const { status, body } = await callHost(host, "/v1/openapi.json", { apiKey: null });
      const version = isObject(body) ? body["openapi"] : undefined;
      const isRight = isString(version) && /^3\.[1-9]/.test(version);
      return outcomeOf(problemsOf([status !== 200 || !isRight, `status ${status}, openapi ${String(version)}`]));
    },
  },
  {
    id: "discovery/context-budget",
    title: "contextBudget is closed, names its unit, and stands beside an execution model of version 5 or later",
    async check(_host, witness) {
      const { document, executionModelVersion = 0, budget } = await witness.capabilities();
      if (budget === undefined) return inapplicable("the host advertises no contextBudget");
      const model = pick(pick(document, "multiAgent"), "executionModel");
      const contextBudget = pick(model, "contextBudget");
      const { transcriptTokenBudget, tokenCounter } = contextBudget;
      return outcomeOf([
        ...unknownKeys("contextBudget", contextBudget, ["transcriptTokenBudget", "tokenCounter", "summarization"]),
        ...problemsOf(
          [executionModelVersion < 5, `the execution model is of version ${executionModelVersion}`],
          [model["supported"] !== true, "the execution model is not supported"],
          [
            transcriptTokenBudget !== undefined && !isPositive(transcriptTokenBudget),
            "the budget is no positive integer",
          ],
          [transcriptTokenBudget !== undefined && tokenCounter === undefined, "the budget has no unit"],
          [
            tokenCounter !== undefined && !counters.includes(String(tokenCounter)),
            `the unit is ${String(tokenCounter)}`,
          ],
        ),
        ...summarizationProblems(contextBudget["summarization"]),
      ]);
    },
  },
  {
    id: "discovery/mirror",
    title: "a mirror of the capability families says what the root says",
    async check(_host, witness) {
      const { document } = await witness.capabilities();
      const mirror = document["capabilities"];
      if (mirror === undefined) return passed;
      if (!isObject(mirror)) return outcomeOf(["capabilities is no object"]);
      const shadowed = Object.keys(mirror).filter(
        (family) =>
          document[family] !== undefined && JSON.stringify(document[family]) !== JSON.stringify(mirror[family]),
      );
      return outcomeOf(problemsOf([shadowed.length > 0, `the mirror differs in ${shadowed.join(", ")}`]));
    },
  },
];

function summarizationProblems(summarization: unknown): readonly string[] {
  if (summarization === undefined) return [];
  if (!isObject(summarization)) return ["summarization is no object"];
  const { supported, strategy, keepLastTurns } = summarization;
  return [
    ...unknownKeys("summarization", summarization, ["supported", "strategy", "keepLastTurns"]),
    ...problemsOf(
      [typeof supported !== "boolean", "summarization does not say whether it is supported"],
      [strategy !== undefined && !strategies.includes(String(strategy)), `the strategy is ${String(strategy)}`],
      [keepLastTurns !== undefined && !isNatural(keepLastTurns), `keepLastTurns is ${String(keepLastTurns)}`],
    ),
  ];
}

function unknownKeys(of: string, value: object, known: readonly string[]): readonly string[] {
  const unknown = Object.keys(value).filter((key) => !known.includes(key));
  return problemsOf([unknown.length > 0, `${of} also has ${unknown.join(", ")}`]);
}

function pick(value: Readonly<Record<string, unknown>>, key: string): Readonly<Record<string, unknown>> {
  const member = value[key];
  return isObject(member) ? member : {};
}

function isNatural(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) >= 0;
}

function isPositive(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) >= 1;
}
