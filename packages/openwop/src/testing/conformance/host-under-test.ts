/** A host that is to be checked from outside, at its address. */
export interface HostUnderTest {
  /** Where `/.well-known/openwop` is, without a slash at the end. */
  readonly baseUrl: string;
  /** A bearer token with all scopes. */
  readonly apiKey: string;
  /** A token of another tenant; without it, what one tenant sees of another is not checked. */
  readonly otherApiKey?: string;
  /** Makes a stored summary unreadable; without it, the refusal is not checked. */
  readonly deleteArtifact?: (runId: string, artifactId: string) => Promise<void>;
  /** The workflow that puts its transcript under pressure. Default: the protocol's own fixture. */
  readonly workflowId?: string;
  /** Milliseconds a run may take. Default 180,000, as the public suite allows for live models. */
  readonly runTimeoutMs?: number;
  /** Default: the global `fetch`. */
  readonly fetch?: typeof fetch;
}

/** An answer, read. */
export interface HostAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed body; undefined where there is none or it is no JSON. */
  readonly body: unknown;
}

export interface HostCall {
  readonly method?: "GET" | "POST" | "PUT" | "DELETE";
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** `null` sends no credentials. Default: the host's `apiKey`. */
  readonly apiKey?: string | null;
}

/** Asks the host. */
export async function callHost(host: HostUnderTest, path: string, call: HostCall = {}): Promise<HostAnswer> {
  const { method = "GET", body, apiKey = host.apiKey } = call;
  const headers: Record<string, string> = { accept: "application/json", ...call.headers };
  if (apiKey !== null) headers["authorization"] = `Bearer ${apiKey}`;
  if (body !== undefined) headers["content-type"] = "application/json";
  const ask = host.fetch ?? fetch;
  const response = await ask(`${host.baseUrl}${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  return { status: response.status, headers: response.headers, body: parsed(await response.text()) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
