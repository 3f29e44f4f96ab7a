import { getEventListeners } from "node:events";
import { createServer, type Server } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { compileOutboundRequestBudget } from "../compile-outbound-request-budget.ts";
import type { OutboundRequest } from "../outbound-request.ts";
import { projectAnthropicBody } from "../payloads/project-anthropic-body.ts";
import { projectGeminiBody } from "../payloads/project-gemini-body.ts";
import { projectOpenAIResponsesBody } from "../payloads/project-openai-responses-body.ts";
import { messageSegment, textOnlyRules, wordCounter } from "../testing.ts";
import { createUsageAnchor } from "../usage-anchor.ts";
import { type CountOptions, countWithProvider, type ProviderCount } from "./count-with-provider.ts";

const apiKey = "key-that-must-not-leak";
const window = { contextWindow: 100_000 };

const anthropicBody = {
  model: "claude-sonnet-4-5",
  max_tokens: 100,
  stream: true,
  temperature: 0,
  metadata: { user_id: "u" },
  system: "be brief",
  tools: [{ name: "search", input_schema: { type: "object" } }],
  tool_choice: { type: "auto" },
  messages: [{ role: "user", content: "Grüße \u{1f6a2}" }],
};
const openAIBody = {
  model: "gpt-5",
  instructions: "be brief",
  input: [{ role: "user", content: "hello" }],
  reasoning: { effort: "low" },
  max_output_tokens: 100,
  stream: true,
  store: false,
};
const geminiBody = {
  contents: [{ role: "user", parts: [{ text: "hello" }] }],
  systemInstruction: { parts: [{ text: "be brief" }] },
  generationConfig: { maxOutputTokens: 100 },
  labels: { team: "a" },
};

type Provided = Pick<CountOptions, "provider" | "request" | "body">;

const providers = {
  anthropic: { provider: "anthropic", body: anthropicBody, request: projectAnthropicBody(anthropicBody, window) },
  openai: { provider: "openai", body: openAIBody, request: projectOpenAIResponsesBody(openAIBody, window) },
  gemini: {
    provider: "gemini",
    body: geminiBody,
    request: projectGeminiBody(geminiBody, { ...window, modelId: "gemini-2.5-flash" }),
  },
} satisfies Record<string, Provided>;

/** Answers with raw bytes; `undefined` never answers, an empty answer hangs up. */
type Answer = string | undefined;

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

interface Loopback {
  readonly baseUrl: string;
  /** What arrived, byte for byte. */
  readonly received: () => string;
  readonly whenReceived: Promise<void>;
  readonly whenClosed: Promise<void>;
}

async function loopback(answer: Answer): Promise<Loopback> {
  let bytes = Buffer.alloc(0);
  let arrived: () => void = () => {};
  let hungUp: () => void = () => {};
  const whenReceived = new Promise<void>((resolve) => (arrived = resolve));
  const whenClosed = new Promise<void>((resolve) => (hungUp = resolve));
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.on("close", () => hungUp());
    socket.on("data", (data) => {
      bytes = Buffer.concat([bytes, data]);
      if (!isWhole(bytes)) return;
      arrived();
      if (answer !== undefined) socket.end(answer);
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return { baseUrl: `http://127.0.0.1:${port}`, received: () => bytes.toString("utf8"), whenReceived, whenClosed };
}

function isWhole(bytes: Buffer): boolean {
  const end = bytes.indexOf("\r\n\r\n");
  const length = /content-length: (\d+)/i.exec(bytes.toString("latin1"))?.[1];
  return end >= 0 && length !== undefined && bytes.length >= end + 4 + Number(length);
}

function http(status: number, body: string, headers = ""): string {
  const length = Buffer.byteLength(body);
  return `HTTP/1.1 ${status} X\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n${headers}connection: close\r\n\r\n${body}`;
}

function parsedRequest(raw: string): { line: string; headers: Record<string, string>; body: unknown } {
  const [head = "", body = ""] = raw.split("\r\n\r\n");
  const [line = "", ...lines] = head.split("\r\n");
  const headers = Object.fromEntries(
    lines.map((each) => [each.slice(0, each.indexOf(":")).toLowerCase(), each.slice(each.indexOf(":") + 2)]),
  );
  return { line, headers, body: JSON.parse(body) as unknown };
}

async function count(answer: Answer, changes: Partial<CountOptions> = {}): Promise<ProviderCount> {
  const { baseUrl } = await loopback(answer);
  return countWithProvider({ ...providers.anthropic, apiKey, baseUrl, ...changes });
}

const noCount: ProviderCount = {
  kind: "unavailable",
  reason: "The answer of the count endpoint holds no count.",
  status: 200,
};

function refused(status: number): ProviderCount {
  return { kind: "unavailable", reason: `The count endpoint answered with status ${status}.`, status };
}

describe("countWithProvider", () => {
  it("posts to Anthropic only what its endpoint takes", async () => {
    const server = await loopback(http(200, '{"input_tokens":42}'));
    const counted = await countWithProvider({ ...providers.anthropic, apiKey, baseUrl: server.baseUrl });
    const { line, headers, body } = parsedRequest(server.received());
    expect(line).toBe("POST /v1/messages/count_tokens HTTP/1.1");
    expect(headers).toMatchObject({
      "x-api-key": apiKey,
      "anthropic-version": "2023-06-01",
      "content-type": "application/json",
    });
    const { max_tokens: _m, stream: _s, temperature: _t, metadata: _d, ...taken } = anthropicBody;
    expect(body).toEqual(taken);
    expect(counted).toEqual({ kind: "anchored", anchor: createUsageAnchor(providers.anthropic.request, 42) });
  });

  it("posts to OpenAI only what its endpoint takes", async () => {
    const server = await loopback(http(200, '{"object":"response.input_tokens","input_tokens":42}'));
    const counted = await countWithProvider({ ...providers.openai, apiKey, baseUrl: server.baseUrl });
    const { line, headers, body } = parsedRequest(server.received());
    expect(line).toBe("POST /v1/responses/input_tokens HTTP/1.1");
    expect(headers).toMatchObject({ authorization: `Bearer ${apiKey}` });
    const { max_output_tokens: _m, stream: _s, store: _t, ...taken } = openAIBody;
    expect(body).toEqual(taken);
    expect(counted).toEqual({ kind: "anchored", anchor: createUsageAnchor(providers.openai.request, 42) });
  });

  it("posts to Gemini the whole generate request, so that system text and tools are counted, the key in no address", async () => {
    const server = await loopback(http(200, '{"totalTokens":42,"promptTokensDetails":[]}'));
    const counted = await countWithProvider({ ...providers.gemini, apiKey, baseUrl: server.baseUrl });
    const { line, headers, body } = parsedRequest(server.received());
    expect(line).toBe("POST /v1beta/models/gemini-2.5-flash:countTokens HTTP/1.1");
    expect(headers).toMatchObject({ "x-goog-api-key": apiKey });
    const { labels: _, ...taken } = geminiBody;
    expect(body).toEqual({ generateContentRequest: { model: "models/gemini-2.5-flash", ...taken } });
    expect(counted).toEqual({ kind: "anchored", anchor: createUsageAnchor(providers.gemini.request, 42) });
  });

  it.each(["/", "/v1", "/v1/"])("takes a base that ends in %s for the same address", async (ending) => {
    const server = await loopback(http(200, '{"input_tokens":1}'));
    await countWithProvider({ ...providers.openai, apiKey, baseUrl: `${server.baseUrl}/proxy${ending}` });
    expect(server.received()).toMatch(/^POST \/proxy\/v1\/responses\/input_tokens /);
  });

  it("yields an anchor on which the compiler stands, for the request and for what it grows to", async () => {
    const counted = await count(http(200, '{"input_tokens":4200}'));
    if (counted.kind !== "anchored") throw new Error(counted.reason);
    const { request } = providers.anthropic;
    const grown = { ...request, segments: [...request.segments, messageSegment("history", "two words", "assistant")] };
    const total = (of: OutboundRequest): number =>
      compileOutboundRequestBudget(of, { counter: wordCounter, rules: textOnlyRules, anchor: counted.anchor })
        .totalInputTokens;
    expect([total(request), total(grown)]).toEqual([4_200, 4_202]);
  });

  it.each<[string, Answer, ProviderCount]>([
    ["an error", http(500, '{"error":"secret"}'), refused(500)],
    ["a rate limit", http(429, "{}"), refused(429)],
    ["a redirect, which it does not follow", http(302, "", "location: http://127.0.0.1:1/\r\n"), refused(302)],
    ["malformed JSON", http(200, '{"input_tokens":'), noCount],
    ["another shape", http(200, '{"tokens":5}'), noCount],
    ["no object", http(200, "null"), noCount],
    ["a fraction", http(200, '{"input_tokens":1.5}'), noCount],
    ["a negative number", http(200, '{"input_tokens":-5}'), noCount],
    ["a string", http(200, '{"input_tokens":"5"}'), noCount],
    ["an oversized answer", http(200, `{"input_tokens":5,"x":"${"x".repeat(70_000)}"}`), noCount],
  ])("is unavailable, not broken, after %s", async (_, answer, expected) => {
    expect(await count(answer)).toEqual(expected);
  });

  it("is unavailable where the connection is refused", async () => {
    const { baseUrl } = await loopback(undefined);
    await new Promise((resolve) => servers.pop()?.close(resolve));
    expect(await countWithProvider({ ...providers.anthropic, apiKey, baseUrl })).toEqual({
      kind: "unavailable",
      reason: "The count endpoint could not be reached (ECONNREFUSED).",
    });
  });

  it("is unavailable where the answer breaks off", async () => {
    const cut = "HTTP/1.1 200 OK\r\ncontent-length: 100\r\nconnection: close\r\n\r\n{";
    const counted = await count(cut);
    expect(counted).toMatchObject({ kind: "unavailable", status: 200 });
    expect(counted).toMatchObject({
      reason: expect.stringMatching(/^The count endpoint's answer broke off/) as string,
    });
  });

  it("stops waiting when the time is over, and hangs up", async () => {
    const server = await loopback(undefined);
    const counted = await countWithProvider({
      ...providers.anthropic,
      apiKey,
      baseUrl: server.baseUrl,
      timeoutMs: 50,
    });
    expect(counted).toEqual({ kind: "unavailable", reason: "No answer within 50 ms." });
    await server.whenClosed;
  });

  it("stops waiting for a body that does not end", async () => {
    const { baseUrl } = await loopback(undefined);
    const endless = (): Promise<Response> => Promise.resolve(new Response(new ReadableStream()));
    const counted = await countWithProvider({ ...providers.anthropic, apiKey, baseUrl, fetch: endless, timeoutMs: 20 });
    expect(counted).toEqual({ kind: "unavailable", reason: "No answer within 20 ms." });
  });

  it("stops when the caller aborts, and hangs up", async () => {
    const server = await loopback(undefined);
    const caller = new AbortController();
    const counting = countWithProvider({
      ...providers.anthropic,
      apiKey,
      baseUrl: server.baseUrl,
      signal: caller.signal,
    });
    await server.whenReceived;
    caller.abort(new Error(apiKey));
    expect(await counting).toEqual({ kind: "unavailable", reason: "The caller aborted." });
    await server.whenClosed;
  });

  it("sends nothing for a caller that has aborted before", async () => {
    let asked = 0;
    const fetch = (): Promise<Response> => Promise.resolve(new Response(`${asked++}`));
    const counted = await countWithProvider({
      ...providers.anthropic,
      apiKey,
      fetch,
      signal: AbortSignal.abort(),
    });
    expect([counted, asked]).toEqual([{ kind: "unavailable", reason: "The caller aborted." }, 0]);
  });

  it("never repeats the key, also where it makes no header", async () => {
    const counted = await count(http(200, '{"input_tokens":1}'), { apiKey: `${apiKey}\nx` });
    expect(counted).toEqual({ kind: "unavailable", reason: "The count endpoint could not be reached." });
  });

  it("waits no longer and leaves nothing behind once it has its answer", async () => {
    const server = await loopback(http(200, '{"input_tokens":1}'));
    const caller = new AbortController();
    const { signal } = caller;
    let passedOn: AbortSignal | undefined;
    const fetch: typeof globalThis.fetch = (input, init) => {
      passedOn = init?.signal ?? undefined;
      return globalThis.fetch(input, init);
    };
    await countWithProvider({ ...providers.anthropic, apiKey, baseUrl: server.baseUrl, signal, fetch });
    expect([getEventListeners(signal, "abort").length, passedOn?.aborted]).toEqual([0, true]);
  });

  it("sends nothing where no true count can be had", async () => {
    const fetch = (): Promise<Response> => Promise.reject(new Error("asked"));
    const reasonFor = async (changes: Partial<CountOptions>): Promise<unknown> => {
      const counted = await countWithProvider({ ...providers.anthropic, apiKey, fetch, ...changes });
      return counted.kind === "unavailable" ? counted.reason : counted;
    };
    const { request } = providers.openai;
    const cyclic: Record<string, unknown> = {};
    cyclic["messages"] = cyclic;
    expect([
      await reasonFor({ ...providers.openai, request: { ...request, surface: "openai-chat" } }),
      await reasonFor({ body: { ...anthropicBody, mcp_servers: [{}] } }),
      await reasonFor({ ...providers.openai, body: { prompt: { id: "p" } } }),
      await reasonFor({
        ...providers.gemini,
        request: { ...providers.gemini.request, modelId: "publishers/x/models/y" },
      }),
      await reasonFor({ body: cyclic }),
    ]).toEqual([
      "The openai endpoint counts openai-responses requests; this one is for openai-chat.",
      "The anthropic endpoint does not count mcp_servers.",
      "The openai endpoint does not count prompt.",
      "The model is not one of the gemini API.",
      "The body has no JSON form.",
    ]);
  });

  it.each<[string, Partial<CountOptions>]>([
    ["provider", { provider: "constructor" as "openai" }],
    ["apiKey", { apiKey: "" }],
    ["baseUrl", { baseUrl: "file:///etc" }],
    ["baseUrl", { baseUrl: "127.0.0.1" }],
    ["timeoutMs", { timeoutMs: 0 }],
    ["timeoutMs", { timeoutMs: Number.NaN }],
  ])("refuses a wrong %s: %j", async (field, wrong) => {
    await expect(countWithProvider({ ...providers.anthropic, apiKey, ...wrong })).rejects.toThrow(
      new RegExp(`\\[invalid_options\\] ${field} `),
    );
  });
});
