/** Arguments of a call, by the members of its JSON object; one where the text is not an object. */
export function argumentCount(json: string): number {
  try {
    const parsed: unknown = JSON.parse(json);
    return typeof parsed === "object" && parsed !== null ? Object.keys(parsed).length : 1;
  } catch {
    return 1;
  }
}
