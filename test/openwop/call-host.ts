import type { StartedHost } from "./started-host.ts";

export interface HostCall {
  readonly method?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** `null` sends none. */
  readonly apiKey?: string | null;
}

/** Asks a started host over HTTP. */
export async function callHost({ baseUrl, apiKey: own }: StartedHost, path: string, call: HostCall = {}) {
  const { method = "GET", body, headers, apiKey = own } = call;
  const response = await fetch(`${baseUrl}${path}`, {
    method,
    headers: {
      ...(apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = (response.headers.get("content-type") ?? "").includes("application/json");
  const read = (isJson ? JSON.parse(text) : {}) as Readonly<Record<string, unknown>>;
  return { status: response.status, headers: response.headers, body: read, text };
}
