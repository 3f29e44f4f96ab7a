import type { SummaryRequest } from "@plimsoll/core";

const mark = "[… the summary was longer than it may be; its last lines are left out]";

/**
 * A text that is over its cap, cut at a line end with a line that says so: models do not count. Asking again would cost
 * the same and promise nothing. The text itself where not even its first line fits.
 */
export function cutToCap(text: string, { maxTokens, count }: Pick<SummaryRequest, "maxTokens" | "count">): string {
  if (count(text) <= maxTokens) return text;
  const lines = text.split("\n");
  const upTo = (kept: number): string => [...lines.slice(0, kept), mark].join("\n");
  let fits = 0;
  let tooLong = lines.length;
  while (tooLong - fits > 1) {
    const middle = Math.floor((fits + tooLong) / 2);
    if (count(upTo(middle)) <= maxTokens) fits = middle;
    else tooLong = middle;
  }
  return fits === 0 ? text : upTo(fits);
}
