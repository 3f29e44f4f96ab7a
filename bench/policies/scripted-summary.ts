/** About 300 tokens each: the summary is of the size a prompt like "be concise" yields, whatever it was made from. */
const headChars = 1_200;
const tailChars = 1_200;

/** Where the prompts of the measured packages end and the conversation begins. */
const conversationMarks = ["Messages to summarize:\n", "Conversation to summarize:\n", "<transcript>\n"];

/**
 * Stands in for a summarizing model: the first and the last lines of the conversation it was given. It favours no policy:
 * it neither looks for what is needed later nor avoids it. The lines of the prompt are not taken for conversation.
 */
export function scriptedSummary(prompt: string): string {
  const conversation = conversationOf(prompt);
  if (conversation.length <= headChars + tailChars) return conversation;
  return `${wholeLines(conversation.slice(0, headChars), "end")}\n[...]\n${wholeLines(conversation.slice(-tailChars), "start")}`;
}

function conversationOf(prompt: string): string {
  const mark = conversationMarks.find((each) => prompt.includes(each));
  return mark === undefined ? prompt : prompt.slice(prompt.indexOf(mark) + mark.length);
}

/** Drops the broken line at one end, unless that would leave less than half. */
function wholeLines(text: string, brokenEnd: "start" | "end"): string {
  const cut = brokenEnd === "end" ? text.lastIndexOf("\n") : text.indexOf("\n") + 1;
  const whole = brokenEnd === "end" ? text.slice(0, Math.max(cut, 0)) : text.slice(cut);
  return whole.length < text.length / 2 ? text : whole;
}
