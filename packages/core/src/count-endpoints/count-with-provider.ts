import { PlimsollError } from "../errors.ts";
import type { Digest } from "../digest.ts";
import { formatCount } from "../format-count.ts";
import type { OutboundRequest } from "../outbound-request.ts";
import { createUsageAnchor, type UsageAnchor } from "../usage-anchor.ts";
import { startDeadline } from "./deadline.ts";
import { type CountProvider, type ProviderEndpoint, providerEndpoints } from "./provider-endpoints.ts";
import { readCount } from "./read-count.ts";

/** What is to be counted, and by whom. */
export interface CountOptions {
  readonly provider: CountProvider;
  /** The request whose anchor is wanted: the projection of `body`. */
  readonly request: OutboundRequest;
  /** The provider's request body as it would be sent; fields that the count endpoint does not take are left out. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly apiKey: string;
  /** Address before `/v1…`, by default the provider's own. A proxy's path may be part of it. */
  readonly baseUrl?: string;
  /** By default the global one. Redirects are not followed, so that the key goes nowhere else. */
  readonly fetch?: typeof globalThis.fetch;
  /** Milliseconds; 2,000 by default, because the ledger stands without the count and the user is waiting for the model. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  /** Hashing of the anchor; pure JavaScript by default. */
  readonly digest?: Digest;
}

/** An anchor for the request, or why there is none; then the ledger stays as it was counted. */
export type ProviderCount =
  | { readonly kind: "anchored"; readonly anchor: UsageAnchor }
  | {
      readonly kind: "unavailable";
      /** One sentence, without content, address or key. */
      readonly reason: string;
      /** HTTP status, where there was an answer. */
      readonly status?: number;
    };

type CountRequest = { readonly url: string; readonly init: RequestInit };

const defaultTimeoutMs = 2_000;

/**
 * Asks the provider how many input tokens a request has. Sends its whole content to the provider, once, without a
 * retry. Network errors, refusals, time-outs, aborts and answers that hold no count are returned, not thrown.
 *
 * @throws PlimsollError `invalid_options` for an unknown provider, an empty key, a base that is no http(s) address, or
 * a time limit that is not 1 to 600,000 whole milliseconds; `invalid_request` for a request that cannot be hashed.
 */
export async function countWithProvider(options: CountOptions): Promise<ProviderCount> {
  const { request, timeoutMs = defaultTimeoutMs } = options;
  const endpoint = checkedEndpoint(options, timeoutMs);
  const reason = reasonAgainst(endpoint, options);
  const count = countRequest(endpoint, options);
  if (reason !== undefined || count === undefined) return unavailable(reason ?? "The body has no JSON form.");
  const deadline = startDeadline(timeoutMs, options.signal);
  try {
    const asked = ask(endpoint, count, { ...options, signal: deadline.signal });
    const outcome = await Promise.race([deadline.interrupted, asked]);
    if (outcome === "aborted") return unavailable("The caller aborted.");
    if (outcome === "timed-out") return unavailable(`No answer within ${formatCount(timeoutMs)} ms.`);
    if (typeof outcome !== "number") return outcome;
    const anchor = createUsageAnchor(request, outcome, options.digest === undefined ? {} : { digest: options.digest });
    return { kind: "anchored", anchor };
  } finally {
    deadline.close();
  }
}

/** The count, or why there is none. Never throws, also not after it lost a race. */
async function ask(
  endpoint: ProviderEndpoint,
  { url, init }: CountRequest,
  { fetch = globalThis.fetch, signal }: Pick<CountOptions, "fetch"> & { readonly signal: AbortSignal },
): Promise<number | ProviderCount> {
  let status: number | undefined;
  try {
    signal.throwIfAborted();
    const response = await fetch(url, { ...init, signal });
    status = response.status;
    if (!response.ok) return unavailable(`The count endpoint answered with status ${status}.`, status);
    const count = await readCount(response, endpoint.answer);
    return count ?? unavailable("The answer of the count endpoint holds no count.", status);
  } catch (error) {
    const what =
      status === undefined ? "The count endpoint could not be reached" : "The count endpoint's answer broke off";
    return unavailable(`${what}${codeOf(error)}.`, status);
  }
}

function checkedEndpoint({ provider, apiKey, baseUrl }: CountOptions, timeoutMs: number): ProviderEndpoint {
  if (!Object.hasOwn(providerEndpoints, provider)) {
    throw new PlimsollError("invalid_options", `provider is none of ${Object.keys(providerEndpoints).join(", ")}.`);
  }
  if (typeof apiKey !== "string" || apiKey === "") {
    throw new PlimsollError(
      "invalid_options",
      "apiKey is empty; pass the key that the provider's requests are sent with.",
    );
  }
  if (baseUrl !== undefined && !/^https?:\/\//.test(URL.canParse(baseUrl) ? baseUrl : "")) {
    throw new PlimsollError(
      "invalid_options",
      "baseUrl is no http or https address; leave it out for the provider's own.",
    );
  }
  if (!Number.isSafeInteger(timeoutMs) || timeoutMs < 1 || timeoutMs > 600_000) {
    throw new PlimsollError(
      "invalid_options",
      `timeoutMs is ${String(timeoutMs)}; it is 1 to 600,000 whole milliseconds.`,
    );
  }
  return providerEndpoints[provider];
}

function reasonAgainst(endpoint: ProviderEndpoint, { provider, request, body }: CountOptions): string | undefined {
  if (request.surface !== endpoint.surface) {
    return `The ${provider} endpoint counts ${endpoint.surface} requests; this one is for ${request.surface}.`;
  }
  if (endpoint.path(request.modelId) === undefined) return `The model is not one of the ${provider} API.`;
  const uncounted = endpoint.uncounted.filter((field) => body[field] !== undefined && body[field] !== null);
  if (uncounted.length > 0) return `The ${provider} endpoint does not count ${uncounted.join(", ")}.`;
  return undefined;
}

function countRequest(endpoint: ProviderEndpoint, options: CountOptions): CountRequest | undefined {
  const { request, body, apiKey, baseUrl = endpoint.baseUrl } = options;
  const taken = Object.entries(body).filter(([field]) => endpoint.fields.includes(field));
  const headers = { ...endpoint.headers(apiKey), "content-type": "application/json", accept: "application/json" };
  try {
    const text = JSON.stringify(endpoint.wrap(Object.fromEntries(taken), request.modelId));
    const url = `${withoutVersion(baseUrl)}${endpoint.path(request.modelId)}`;
    return { url, init: { method: "POST", headers, body: text, redirect: "manual" } };
  } catch {
    return undefined;
  }
}

/** Providers' clients disagree on whether a base ends in its version. */
function withoutVersion(baseUrl: string): string {
  return baseUrl.replace(/\/+$/, "").replace(/\/v1(?:beta)?$/, "");
}

function unavailable(reason: string, status?: number): ProviderCount {
  return { kind: "unavailable", reason, ...(status === undefined ? {} : { status }) };
}

/** The system's error code only: messages of network errors name addresses, and those of header errors values. */
function codeOf(error: unknown): string {
  const cause: unknown = error instanceof Error ? error.cause : undefined;
  const code: unknown = typeof cause === "object" && cause !== null ? Reflect.get(cause, "code") : undefined;
  return typeof code === "string" && /^[A-Z][A-Z_]{2,39}$/.test(code) ? ` (${code})` : "";
}
