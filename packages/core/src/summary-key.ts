import { canonicalJson } from "./canonical-json.ts";
import type { Digest } from "./digest.ts";
import type { ContentPart, MessageContent } from "./outbound-request.ts";
import { serialiseContent } from "./serialised-content.ts";
import type { Summarizer } from "./summarizer.ts";
import type { ArtifactId, SummaryStrategy } from "./summary-record.ts";

/** Hexadecimal digits of a key in an artifact's name: 96 bits, beyond chance collisions within a thread. */
const nameDigits = 24;

/**
 * Digests of every prefix of a list of turns: element `n - 1` stands for the first `n` turns. Over content only: no
 * message or item ids, no usage, no signatures, and tool-call ids renamed in the order in which they appear, so that
 * the same conversation run again has the same digests. Ids inside blocks without a rule of their own do count.
 *
 * @throws PlimsollError `invalid_request` for a block that has no JSON form.
 */
export function digestTurns(turns: readonly (readonly MessageContent[])[], digest: Digest): readonly string[] {
  const names = new Map<string, string>();
  let chained = "";
  return turns.map((messages) => {
    const hashes = messages.map((message) => digest.sha256(serialise(message, names)));
    chained = digest.sha256([chained, ...hashes].join("\n"));
    return chained;
  });
}

function serialise(message: MessageContent, names: Map<string, string>): string {
  const { itemId: _itemId, toolCallCount: _count, toolCalls, toolCallId, content, ...rest } = message;
  const renamed: MessageContent = {
    ...rest,
    content: typeof content === "string" ? content : content.map(withoutSignature),
    ...(toolCalls === undefined
      ? {}
      : {
          toolCalls: toolCalls.map(({ id, ...call }) => (id === undefined ? call : { ...call, id: rename(id, names) })),
        }),
    ...(toolCallId === undefined ? {} : { toolCallId: rename(toolCallId, names) }),
  };
  return serialiseContent({ type: "message", kind: "history", message: renamed });
}

function withoutSignature(part: ContentPart): ContentPart {
  return part.kind === "reasoning" ? { kind: "reasoning", text: part.text } : part;
}

function rename(id: string, names: Map<string, string>): string {
  const known = names.get(id);
  if (known !== undefined) return known;
  const name = `call ${names.size + 1}`;
  names.set(id, name);
  return name;
}

/** Everything beside the content that shapes a summary. */
export interface SummaryPolicy {
  readonly summarizer: Pick<Summarizer, "id" | "version" | "configDigest">;
  readonly strategy: SummaryStrategy;
  readonly maxTokens: number;
  /** Counter of `maxTokens`. */
  readonly counter: { readonly id: string; readonly version: string };
  /** For a text that only other summaries are made from: how many steps it is away from the originals, from 1. */
  readonly part?: number;
}

/** Digest of how a summary is made. */
export function digestSummaryPolicy(
  { summarizer, strategy, maxTokens, counter, part }: SummaryPolicy,
  digest: Digest,
): string {
  const policy = {
    version: 1,
    summarizer: { id: summarizer.id, version: summarizer.version, config: summarizer.configDigest },
    strategy,
    maxTokens,
    counter: { id: counter.id, version: counter.version },
    ...(part === undefined ? {} : { part }),
  };
  return digest.sha256(canonicalJson(policy, "summary policy"));
}

/** What makes two summaries the same one. */
export interface SummaryKey {
  /** Graph namespace without task ids. */
  readonly namespace: string;
  readonly policyDigest: string;
  readonly inputDigest: string;
}

/** The name of the summary with this key. */
export function artifactIdOf({ namespace, policyDigest, inputDigest }: SummaryKey, digest: Digest): ArtifactId {
  const key = digest.sha256(canonicalJson({ version: 1, namespace, policyDigest, inputDigest }, "summary key"));
  return `ctxsum_${key.slice(0, nameDigits)}`;
}
