import type { ParsedAppOptions, Principal, Scope } from "../options.ts";
import { type Problem, problem } from "./problem.ts";

/** Who asks. Says nothing of the token, and nothing of what was asked for: 401 comes before 404. */
export async function authorize(
  header: string | null,
  authenticate: ParsedAppOptions["authenticate"],
): Promise<Principal | Problem> {
  const token = /^Bearer +(\S+)$/i.exec(header ?? "")?.[1];
  if (token === undefined) return unauthenticated("send a bearer token in the Authorization header");
  const principal = await authenticate(token);
  return principal ?? unauthenticated("the bearer token is not known here; use one that is");
}

/** A problem where the credential may not do this. */
export function lackingScope(principal: Principal, scopes: readonly Scope[]): Problem | undefined {
  const missing = scopes.filter((scope) => !principal.scopes.includes(scope));
  if (missing.length === 0) return undefined;
  return problem(403, "forbidden", {
    message: `The credential lacks the scope ${missing.join(", ")}; use one that has it.`,
    details: { requiredScopes: [...scopes] },
  });
}

function unauthenticated(remedy: string): Problem {
  return problem(401, "unauthenticated", {
    message: `The request is not authenticated: ${remedy}.`,
    headers: { "www-authenticate": 'Bearer realm="openwop"' },
  });
}
