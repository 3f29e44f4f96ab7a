import { AIMessage, HumanMessage } from "@langchain/core/messages";
import { findPlimsollError } from "@plimsoll/core";
import { wordCounter } from "@plimsoll/core/testing";
import { type BudgetReport, type FrameSource, messageProblems, tagSegment } from "@plimsoll/langgraph";
import { createAgent, fakeModel, tool } from "langchain";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { contextBudgetMiddleware } from "./index.ts";

const look = tool(() => "seen", { name: "look", description: "Looks.", schema: z.object({}) });

/** An agent that looks twice at once and then answers; what its model was sent, and the reports. */
function agentWith(frames: FrameSource) {
  const calls = [1, 2].map((id) => ({ name: "look", args: {}, id: `call_${id}` }));
  const model = fakeModel()
    .respond(new AIMessage({ content: "", tool_calls: calls }))
    .respond(new AIMessage("done"));
  const reports: BudgetReport[] = [];
  const budget = contextBudgetMiddleware({
    contextWindow: 4_000,
    tokenCounter: wordCounter,
    frames,
    onBudget: (report) => void reports.push(report),
  });
  return { agent: createAgent({ model, tools: [look], middleware: [budget] }), model, reports };
}

const goal = () => ({ messages: [new HumanMessage("goal")] });
const lastTexts = (messages: readonly { readonly text: string }[] | undefined) => messages?.map(({ text }) => text);

describe("frames of an agent", () => {
  it("are asked for at every request, with what it holds so far", async () => {
    const { agent, model } = agentWith(async ({ messages }) => [
      { slot: "count", segment: "evidence", content: `${messages.length} so far` },
    ]);
    await agent.invoke(goal());
    const sent = model.calls.map(({ messages }) => messages.at(-1)?.text);
    expect(sent).toEqual([1, 4].map((count) => `<frame slot="count" kind="evidence">\n${count} so far\n</frame>`));
  });

  it("are one a slot: the last one given, in place of copies that stand in the history", async () => {
    const { agent, model, reports } = agentWith([
      { slot: "steering", segment: "authority", content: "Be long." },
      { slot: "steering", segment: "authority", content: "Be brief." },
    ]);
    const copy = tagSegment(new HumanMessage("Be quick."), { segment: "authority", slot: "steering" });
    await agent.invoke({ messages: [copy, new HumanMessage("goal")] });
    expect(lastTexts(model.calls[0]?.messages)).toEqual([
      "goal",
      '<frame slot="steering" kind="authority">\nBe brief.\n</frame>',
    ]);
    expect(reports.map(({ supersededFrames }) => supersededFrames)).toEqual([1, 1]);
  });

  it.each(["openai-chat", "openai-responses", "anthropic", "gemini"] as const)(
    "may follow the task and the results of tools on %s",
    async (surface) => {
      const { agent, model } = agentWith([{ slot: "steering", segment: "authority", content: "Be brief." }]);
      await agent.invoke(goal());
      expect(model.calls.map(({ messages }) => messageProblems(messages, surface))).toEqual([[], []]);
    },
  );

  it("stop the call where they are none, with their slot and without their text", async () => {
    const { agent, model } = agentWith(() => [{ slot: "plan", segment: "task", content: "secret", fileHash: "" }]);
    const error = findPlimsollError(await agent.invoke(goal()).catch((thrown: unknown) => thrown));
    expect(error?.code).toBe("invalid_options");
    expect(error?.message).toMatch(/slot "plan" has a wrong fileHash/);
    expect(error?.message).not.toContain("secret");
    expect(model.callCount).toBe(0);
  });
});
