import { AIMessage, type BaseMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";

const vocabulary =
  "the request window token ledger compile message history tool result schema budget model agent checkpoint fork replay summary turn evidence task system output reserve margin count exact free line file path error retry worker queue index cache state record".split(
    " ",
  );

/** A seeded source of whole numbers below a bound. */
export type Random = (bound: number) => number;

export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return (bound) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}

/**
 * An agent's conversation as such runs look: every tenth message a user's, between them an assistant's call and its
 * result, prose and code mixed, about 500 tokens a message. The same seed gives the same messages.
 */
export function agentTranscript(messages: number, seed = 7): readonly BaseMessage[] {
  const random = seededRandom(seed);
  const transcript: BaseMessage[] = [];
  while (transcript.length < messages) {
    const id = transcript.length;
    if (id % 10 === 0) transcript.push(new HumanMessage({ id: `m${id}`, content: prose(random, 60) }));
    const call = {
      id: `call_${id}`,
      name: "read_file",
      args: { path: `src/${word(random)}/${word(random)}.ts`, from: random(900) },
    };
    transcript.push(new AIMessage({ id: `m${id}a`, content: prose(random, 120), tool_calls: [call] }));
    transcript.push(
      new ToolMessage({ id: `m${id}t`, content: code(random, 110), tool_call_id: call.id, name: call.name }),
    );
  }
  return transcript.slice(0, messages);
}

/** New objects with equal content, as a checkpoint gives them. */
export function reloaded(messages: readonly BaseMessage[]): readonly BaseMessage[] {
  return messages.map((message) => {
    const fields = structuredClone({ id: message.id, content: message.content, name: message.name });
    const named = {
      id: fields.id ?? "",
      content: fields.content,
      ...(fields.name === undefined ? {} : { name: fields.name }),
    };
    if (AIMessage.isInstance(message))
      return new AIMessage({ ...named, tool_calls: structuredClone(message.tool_calls ?? []) });
    if (ToolMessage.isInstance(message)) return new ToolMessage({ ...named, tool_call_id: message.tool_call_id });
    return new HumanMessage(named);
  });
}

function prose(random: Random, words: number): string {
  return Array.from({ length: words }, () => word(random)).join(" ");
}

function code(random: Random, lines: number): string {
  return Array.from(
    { length: lines },
    (_, line) => `  const ${word(random)}${line} = ${word(random)}.${word(random)}(${random(1_000)});`,
  ).join("\n");
}

function word(random: Random): string {
  return vocabulary[random(vocabulary.length)] ?? "word";
}
