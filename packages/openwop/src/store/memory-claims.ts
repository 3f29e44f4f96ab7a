import { frozenCopy } from "./frozen-copy.ts";
import type { ClaimResult, HostStore, IdempotencyClaim, StoredResponse } from "./host-store.ts";

interface Claim {
  readonly claim: IdempotencyClaim;
  readonly response?: StoredResponse;
}

/** Requests under an idempotency key, in memory. What is over is forgotten when it is asked for again. */
export function createMemoryClaims(): Pick<HostStore, "claim" | "settle" | "release"> {
  const claims = new Map<string, Claim>();
  const isTheirs = (claim: IdempotencyClaim) => {
    const found = claims.get(nameOf(claim));
    return found?.response === undefined && found?.claim.leaseUntil === claim.leaseUntil;
  };
  return {
    async claim(asked) {
      const found = claims.get(nameOf(asked));
      const result = found === undefined ? undefined : standing(found, asked);
      if (result !== undefined) return result;
      claims.set(nameOf(asked), { claim: frozenCopy(asked) });
      return { kind: "claimed" };
    },
    async settle(claim, response) {
      if (isTheirs(claim)) claims.set(nameOf(claim), { claim, response: frozenCopy(response) });
    },
    async release(claim) {
      if (isTheirs(claim)) claims.delete(nameOf(claim));
    },
  };
}

/** What stands in the way of a claim; undefined where its time is over. */
export function standing({ claim, response }: Claim, asked: IdempotencyClaim): ClaimResult | undefined {
  if ((response?.keepUntil ?? claim.leaseUntil) <= asked.now) return undefined;
  if (claim.digest !== asked.digest) return { kind: "mismatch" };
  return response === undefined ? { kind: "in-flight" } : { kind: "answered", response };
}

function nameOf({ scope, key }: IdempotencyClaim): string {
  return JSON.stringify([scope, key]);
}
