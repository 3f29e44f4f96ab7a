import { canonicalJson, type JsonValue, pureDigest } from "@plimsoll/core";
import type { HostStore, IdempotencyClaim } from "../store/host-store.ts";
import { type Problem, problem, validationError } from "./problem.ts";
import { reply, type Reply } from "./route.ts";

/** How long an answer is kept: 24 hours, the least the protocol asks for. */
const keepMs = 86_400_000;
/** How long a request may take before another may take it over, as its process must have died. */
const leaseMs = 60_000;

interface IdempotentCall {
  readonly store: HostStore;
  readonly key: string;
  /** Tenant, method and path. */
  readonly scope: string;
  readonly body: unknown;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** Does once what is asked for under one key (OpenWOP idempotency, layer 1); others get the same answer, or are told why not. */
export async function once(call: IdempotentCall, act: () => Promise<Reply | Problem>): Promise<Reply | Problem> {
  const { store, key, scope, now } = call;
  if (!/^[\x21-\x7e]{1,255}$/.test(key))
    return validationError(`The Idempotency-Key has ${key.length} characters; use 1 to 255 printable ones.`);
  const digest = pureDigest.sha256(canonicalJson(call.body as JsonValue, "body"));
  const claim: IdempotencyClaim = { scope, key, digest, now, leaseUntil: now + leaseMs };
  const result = await store.claim(claim);
  switch (result.kind) {
    case "claimed":
      return actOnce(store, claim, act);
    case "answered":
      return reply(result.response.status, result.response.body, { "openwop-Idempotent-Replay": "true" });
    case "in-flight":
      return problem(409, "idempotency_in_flight", {
        message: "The same request is being worked on; ask again when it is done.",
      });
    case "mismatch":
      return problem(409, "idempotency_key_mismatch", {
        message: "The Idempotency-Key was used with another body; use a new key.",
      });
    default:
      return result satisfies never;
  }
}

async function actOnce(store: HostStore, claim: IdempotencyClaim, act: () => Promise<Reply | Problem>) {
  try {
    const outcome = await act();
    if (isKept(outcome.status)) await store.settle(claim, { ...storedOf(outcome), keepUntil: claim.now + keepMs });
    else await store.release(claim);
    return outcome;
  } catch (error) {
    await store.release(claim);
    throw error;
  }
}

/** What asking again could not change. What the client can mend, and what may pass, is asked anew. */
function isKept(status: number): boolean {
  return status < 400 || (status < 500 && ![400, 401, 403, 408, 413, 425, 429].includes(status));
}

function storedOf(outcome: Reply | Problem): { readonly status: number; readonly body: JsonValue } {
  if (outcome.kind === "reply") return { status: outcome.status, body: (outcome.body ?? null) as JsonValue };
  const { status, error, message, details } = outcome;
  return { status, body: { error, message, ...(details === undefined ? {} : { details }) } };
}
