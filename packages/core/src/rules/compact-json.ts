/**
 * `text` without the white space between JSON tokens, which providers drop before they render a call.
 * Numbers and escapes stay as written. Text that is not JSON is returned unchanged.
 */
export function compactJson(text: string): string {
  if (!isJson(text)) return text;
  let out = "";
  let start = 0;
  let quoted = false;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === backslash) index++;
    else if (code === quote) quoted = !quoted;
    else if (!quoted && code <= space) {
      if (index > start) out += text.slice(start, index);
      start = index + 1;
    }
  }
  return out + text.slice(start);
}

const backslash = 92;
const quote = 34;
/** The four white-space characters of JSON are the only ones up to this code outside strings. */
const space = 32;

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
