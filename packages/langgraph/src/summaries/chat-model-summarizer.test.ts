import { AIMessage, type BaseMessage, HumanMessage } from "@langchain/core/messages";
import { fakeModel } from "@langchain/core/testing";
import { FakeStreamingChatModel } from "@langchain/core/utils/testing";
import { END, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { charsCounter, type SummaryRequest } from "@plimsoll/core";
import { wordCounter, words } from "@plimsoll/core/testing";
import { describe, expect, it } from "vitest";
import { chatModelSummarizer } from "./chat-model-summarizer.ts";
import { workingSummaryPrompt } from "./prompts.ts";

const request: SummaryRequest = {
  turns: [{ messages: [{ role: "user", content: "rename $& to $' in src/a.ts" }] }],
  previous: "earlier {transcript}",
  maxTokens: 100,
  count: (text) => wordCounter.count(text),
};
const bounded = { contextWindow: 100_000 };

function textsOf(messages: readonly BaseMessage[] | undefined): readonly string[] {
  return (messages ?? []).map(({ content }) => String(content));
}

describe("chatModelSummarizer", () => {
  it("asks with the prompt and takes the answer's text and usage", async () => {
    const usage_metadata = { input_tokens: 30, output_tokens: 4, total_tokens: 34 };
    const model = fakeModel().respond(Object.assign(new AIMessage(" the summary\n"), { usage_metadata }));
    const draft = await chatModelSummarizer({ model, ...bounded }).summarize(request, {});
    expect(draft).toEqual({ text: "the summary", usage: { inputTokens: 30, outputTokens: 4 } });
    const [system, user] = textsOf(model.calls[0]?.messages);
    expect(system).toBe(workingSummaryPrompt.system);
    expect(user).toContain("<transcript>\nUSER:\nrename $& to $' in src/a.ts\n</transcript>");
    expect(user).toContain("<earlier_summary>\nearlier {transcript}\n</earlier_summary>");
  });

  it.each([
    [
      "blocks",
      [
        { type: "text", text: "one " },
        { type: "image_url", image_url: "x" },
        { type: "text", text: "two" },
      ],
      "one two",
    ],
    ["reasoning", [{ type: "reasoning", reasoning: "thinking" }], ""],
    ["nothing", "", ""],
  ])("takes the text blocks alone from an answer of %s", async (_title, content, text) => {
    const model = fakeModel().respond(new AIMessage({ content: content as string }));
    expect(await chatModelSummarizer({ model, ...bounded }).summarize(request, {})).toEqual({ text });
  });

  it("takes no text from an answer of calls, or from one that was cut off", async () => {
    const call = { id: "c", name: "read", args: {} };
    const model = fakeModel()
      .respond(new AIMessage({ content: "", tool_calls: [call] }))
      .respond(new AIMessage({ content: "half a summ", response_metadata: { finish_reason: "length" } }));
    const summarizer = chatModelSummarizer({ model, ...bounded });
    expect((await summarizer.summarize(request, {})).text).toBe("");
    expect((await summarizer.summarize(request, {})).text).toBe("");
  });

  it("makes a failed call again as often as it may, and no more", async () => {
    const once = fakeModel().respond(new Error("down")).respond(new AIMessage("up"));
    expect((await chatModelSummarizer({ model: once, ...bounded }).summarize(request, {})).text).toBe("up");
    const never = fakeModel().alwaysThrow(new Error("down"));
    await expect(
      chatModelSummarizer({ model: never, ...bounded, maxRetries: 2 }).summarize(request, {}),
    ).rejects.toThrow("down");
    expect(never.callCount).toBe(3);
  });

  it("makes a call that the provider refused only once", async () => {
    const model = fakeModel().alwaysThrow(Object.assign(new Error("too long"), { status: 400 }));
    await expect(chatModelSummarizer({ model, ...bounded }).summarize(request, {})).rejects.toThrow("too long");
    expect(model.callCount).toBe(1);
    const limited = fakeModel().alwaysThrow(Object.assign(new Error("slow down"), { status: 429 }));
    await expect(chatModelSummarizer({ model: limited, ...bounded }).summarize(request, {})).rejects.toThrow();
    expect(limited.callCount).toBe(2);
  });

  it("does not ask once it is aborted, and does not ask again after", async () => {
    const model = fakeModel().alwaysThrow(new Error("down"));
    const summarizer = chatModelSummarizer({ model, ...bounded });
    await expect(summarizer.summarize(request, { signal: AbortSignal.abort() })).rejects.toThrow();
    expect(model.callCount).toBe(0);
    const controller = new AbortController();
    const failing = fakeModel().respond(() => (controller.abort(), new Error("down")));
    await expect(
      chatModelSummarizer({ model: failing, ...bounded }).summarize(request, { signal: controller.signal }),
    ).rejects.toThrow();
    expect(failing.callCount).toBe(1);
  });

  it("hands the signal on to the model, and takes no answer that comes after", async () => {
    const controller = new AbortController();
    const model = fakeModel().respond(() => (controller.abort(), new AIMessage("late")));
    const asked = chatModelSummarizer({ model, ...bounded }).summarize(request, { signal: controller.signal });
    await expect(asked).rejects.toThrow();
    expect(model.calls[0]?.options.signal.aborted).toBe(true);
  });
});

describe("chatModelSummarizer's own input", () => {
  it("is the whole request, bounded by the window less the answer", () => {
    const summarizer = chatModelSummarizer({ model: fakeModel(), contextWindow: 1_000, tokenCounter: wordCounter });
    expect(summarizer.maxInputTokens).toBe(800);
    const inputTokens = (turns: SummaryRequest["turns"]): number =>
      summarizer.inputTokens?.({ ...request, turns }) ?? 0;
    const longer = [...request.turns, { messages: [{ role: "user" as const, content: words(50) }] }];
    expect(inputTokens(longer) - inputTokens(request.turns)).toBe(51);
    expect(inputTokens(request.turns)).toBeGreaterThan(wordCounter.count(workingSummaryPrompt.system));
  });

  it("takes the window of the model's profile and its own max tokens", () => {
    const model = Object.assign(fakeModel(), { maxTokens: 300 });
    Object.defineProperty(model, "profile", { value: { maxInputTokens: 2_000 } });
    expect(chatModelSummarizer({ model }).maxInputTokens).toBe(1_700);
  });

  it("is refused at once where no bound is known", () => {
    expect(() => chatModelSummarizer({ model: fakeModel() })).toThrow("[context_window_unknown]");
  });

  it.each([{ maxInputTokens: 0 }, { contextWindow: 1.5 }, { ...bounded, maxRetries: -1 }])("refuses %j", (numbers) => {
    expect(() => chatModelSummarizer({ model: fakeModel(), ...numbers })).toThrow("[invalid_options]");
  });
});

describe("chatModelSummarizer's prompt", () => {
  const prompt = { id: "mine", version: "1", system: "Short.", template: "{previous}|{transcript}|{words}" };

  it("is filled in whatever order, literally", async () => {
    const model = fakeModel().respond(new AIMessage("x"));
    await chatModelSummarizer({ model, prompt, ...bounded }).summarize(request, {});
    expect(textsOf(model.calls[0]?.messages)).toEqual([
      "Short.",
      "earlier {transcript}|USER:\nrename $& to $' in src/a.ts|75",
    ]);
  });

  it("asks for about as many words whatever unit the cap is in", async () => {
    const model = fakeModel().respond(new AIMessage("x"));
    const inChars = { ...request, maxTokens: 600, count: (text: string) => charsCounter.count(text) };
    await chatModelSummarizer({ model, prompt, ...bounded }).summarize(inChars, {});
    const asked = Number(textsOf(model.calls[0]?.messages)[1]?.split("|")[2]);
    expect(asked).toBeGreaterThan(60);
    expect(asked).toBeLessThan(110);
  });

  it.each(["{previous}", "{transcript}"])("is refused without %s", (place) => {
    const broken = { ...prompt, template: prompt.template.replace(place, "") };
    expect(() => chatModelSummarizer({ model: fakeModel(), prompt: broken, ...bounded })).toThrow(
      `the template of prompt "mine" has no ${place}`,
    );
  });

  it("is part of the key, and so are model and parameters", () => {
    const digestOf = (options: Partial<Parameters<typeof chatModelSummarizer>[0]>): string =>
      chatModelSummarizer({ model: fakeModel(), ...bounded, ...options }).configDigest;
    const warm = Object.assign(fakeModel(), { model: "m", invocationParams: () => ({ temperature: 1 }) });
    const cold = Object.assign(fakeModel(), { model: "m", invocationParams: () => ({ temperature: 0 }) });
    const digests = [{}, { prompt }, { prompt: { ...prompt, version: "2" } }, { model: warm }, { model: cold }].map(
      digestOf,
    );
    expect(new Set(digests).size).toBe(digests.length);
    expect(digestOf({ maxRetries: 0 })).toBe(digestOf({}));
  });
});

describe("chatModelSummarizer inside a graph", () => {
  /** A node that has a summary made and then answers, both by models that stream. */
  function graph() {
    const summarizer = chatModelSummarizer({
      model: new FakeStreamingChatModel({ responses: [new AIMessage("SECRET")] }),
      ...bounded,
    });
    const answering = new FakeStreamingChatModel({ responses: [new AIMessage("hello")] });
    const made: string[] = [];
    const compiled = new StateGraph(MessagesAnnotation)
      .addNode("answer", async ({ messages }) => {
        made.push((await summarizer.summarize(request, {})).text);
        return { messages: [await answering.invoke(messages)] };
      })
      .addEdge(START, "answer")
      .addEdge("answer", END)
      .compile();
    return { compiled, made };
  }
  const input = { messages: [new HumanMessage("hi")] };

  it("shows no token of the summary in the messages stream, and every token of the answer", async () => {
    const { compiled, made } = graph();
    let streamed = "";
    for await (const [message] of await compiled.stream(input, { streamMode: "messages" })) streamed += message.content;
    expect(made).toEqual(["SECRET"]);
    expect(streamed).toBe("hello");
  });

  it("marks every event of its call, so that no reader takes it for the agent's", async () => {
    const { compiled } = graph();
    const marks = new Set<string>();
    for await (const event of compiled.streamEvents(input, { version: "v2" })) {
      if (!event.event.startsWith("on_chat_model")) continue;
      const isSummary = event.name === "context-summary";
      expect(JSON.stringify(event.data).includes("hello") && isSummary).toBe(false);
      marks.add(`${isSummary} ${event.tags?.includes("nostream")} ${event.metadata["lc_source"]}`);
    }
    expect([...marks].sort()).toEqual(["false false undefined", "true true summarization"]);
  });
});
