import type { ClaimResult, HostStore, IdempotencyClaim, StoredResponse } from "../store/host-store.ts";
import { standing } from "../store/memory-claims.ts";
import type { Database } from "./open-database.ts";

interface ClaimRow {
  readonly claim: string;
  readonly response: string | null;
}

/** Requests under an idempotency key, in the database. Those that are over are deleted when any is made. */
export function createSqliteClaims(database: Database): Pick<HostStore, "claim" | "settle" | "release"> {
  const find = database.prepare("SELECT claim, response FROM claims WHERE scope = ? AND key = ?");
  const put = database.prepare("INSERT INTO claims (scope, key, claim, over_at) VALUES (?, ?, ?, ?)");
  const forget = database.prepare("DELETE FROM claims WHERE over_at <= ?");
  const answer = database.prepare("UPDATE claims SET response = ?, over_at = ? WHERE scope = ? AND key = ?");
  const remove = database.prepare("DELETE FROM claims WHERE scope = ? AND key = ?");
  const read = ({ scope, key }: IdempotencyClaim) => {
    const row = find.get(scope, key) as ClaimRow | undefined;
    return row === undefined ? undefined : parse(row);
  };
  const isTheirs = (claim: IdempotencyClaim) => {
    const found = read(claim);
    return found?.response === undefined && found?.claim.leaseUntil === claim.leaseUntil;
  };
  const take = database.transaction((asked: IdempotencyClaim): ClaimResult => {
    forget.run(asked.now);
    const found = read(asked);
    const result = found === undefined ? undefined : standing(found, asked);
    if (result === undefined) put.run(asked.scope, asked.key, JSON.stringify(asked), asked.leaseUntil);
    return result ?? { kind: "claimed" };
  });
  const keep = database.transaction((claim: IdempotencyClaim, response: StoredResponse) => {
    if (isTheirs(claim)) answer.run(JSON.stringify(response), response.keepUntil, claim.scope, claim.key);
  });
  const drop = database.transaction((claim: IdempotencyClaim) => {
    if (isTheirs(claim)) remove.run(claim.scope, claim.key);
  });
  return {
    claim: async (asked) => take.immediate(asked),
    settle: async (claim, response) => keep.immediate(claim, response),
    release: async (claim) => drop.immediate(claim),
  };
}

function parse({ claim, response }: ClaimRow): Parameters<typeof standing>[0] {
  const parsed = { claim: JSON.parse(claim) as IdempotencyClaim };
  return response === null ? parsed : { ...parsed, response: JSON.parse(response) as StoredResponse };
}
