import { AIMessage, type BaseMessage, HumanMessage, SystemMessage, ToolMessage } from "@langchain/core/messages";
import { describe, expect, it } from "vitest";
import { projectTranscript, type TranscriptOptions } from "./project-transcript.ts";
import { tagSegment } from "./segment-tag.ts";

const asks = (...ids: readonly string[]): AIMessage =>
  new AIMessage({ content: "", tool_calls: ids.map((id) => ({ id, name: `tool_${id}`, args: {} })) });
const answers = (id: string): ToolMessage => new ToolMessage({ content: "result", tool_call_id: id });

function kinds(messages: readonly BaseMessage[], options?: TranscriptOptions): readonly string[] {
  return projectTranscript(messages, options).segments.map((segment) => segment.kind);
}

describe("projectTranscript", () => {
  it("classifies by place: task, working set and evidence of the active turn, history", () => {
    const messages = [
      new HumanMessage("old"),
      asks("a"),
      answers("a"),
      new HumanMessage("goal"),
      asks("b"),
      answers("b"),
      asks("c", "d"),
      answers("d"),
      answers("c"),
    ];
    expect(kinds(messages)).toEqual([
      "history",
      "history",
      "history",
      "task",
      "history",
      "history",
      "task",
      "evidence",
      "evidence",
    ]);
  });

  it("treats old steps as history inside one long agent run", () => {
    const steps = Array.from({ length: 50 }, (_, index) => [asks(`s${index}`), answers(`s${index}`)]).flat();
    expect(kinds([new HumanMessage("goal"), ...steps])).toEqual([
      "task",
      ...Array.from({ length: 98 }, () => "history"),
      "task",
      "evidence",
    ]);
  });

  it("puts tagged frames where their tag says, before everything else, and never takes them for the task", () => {
    const frame = tagSegment(new HumanMessage("steer left"), { segment: "authority", slot: "steer", fileHash: "h" });
    const { segments, turns } = projectTranscript([new HumanMessage("goal"), asks("a"), answers("a"), frame]);
    expect(segments.map((segment) => segment.kind)).toEqual(["task", "task", "evidence", "authority"]);
    expect(segments[3]?.origin).toEqual({ slot: "steer", fileHash: "h" });
    expect(turns.map((turn) => turn.pinned)).toEqual([true, false, true]);
  });

  it("ignores a tag that names no frame segment", () => {
    const odd = new HumanMessage({ content: "x", additional_kwargs: { plimsoll: { segment: "system" } } });
    expect(kinds([odd])).toEqual(["task"]);
  });

  it("pins system messages in the middle and what the user protects, and follows the user's classifier", () => {
    const messages = [
      new HumanMessage("goal"),
      asks("a"),
      answers("a"),
      new SystemMessage("rule"),
      new HumanMessage("go on"),
    ];
    const options: TranscriptOptions = {
      protect: (message) => message.content === "goal",
      classify: (message, proposed) => (message.content === "result" ? "evidence" : proposed),
    };
    expect(kinds(messages, options)).toEqual(["task", "history", "evidence", "system", "task"]);
    expect(projectTranscript(messages, options).turns.map((turn) => turn.pinned)).toEqual([true, false, true, true]);
  });

  it("tells each result the name of its function and how many calls were made beside it", () => {
    const { segments } = projectTranscript([asks("a", "b"), answers("b"), answers("stray")]);
    expect(segments[1]?.message).toMatchObject({ toolName: "tool_b", toolCallCount: 2 });
    expect(segments[2]?.message).toEqual({ role: "tool", content: "result", toolCallId: "stray" });
  });
});
