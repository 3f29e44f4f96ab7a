/** What the arguments of a call say. */
export interface ReadArguments {
  /** Strings in them, keys left out, in order; the text itself where it is no JSON. */
  readonly texts: readonly string[];
  /** Entries of a task list that are not done: `[status] content`. */
  readonly todos: readonly string[];
}

const escapes = /\\(?:u[\dA-Fa-f]{4}|.)/g;
const contentKeys = ["content", "task", "title", "step", "text", "description", "name"];
const open = /^(?:pending|todo|open|not[ _-]?started|in[ _-]?progress|active|blocked)$/i;

/** Reads the JSON text of a call's arguments; broken text is read as it stands. Of any depth, and linear. */
export function readArguments(json: string): ReadArguments {
  const texts: string[] = [];
  const todos: string[] = [];
  const pending: unknown[] = [parsed(json)];
  while (pending.length > 0) {
    const value = pending.pop();
    if (typeof value === "string") texts.push(value);
    else if (typeof value === "object" && value !== null) {
      const todo = todoOf(value);
      if (todo !== undefined) todos.push(todo);
      for (const each of Object.values(value).reverse()) pending.push(each);
    }
  }
  return { texts, todos };
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return json.replace(escapes, " ");
  }
}

function todoOf(value: object): string | undefined {
  const status: unknown = Reflect.get(value, "status");
  if (typeof status !== "string" || !open.test(status)) return undefined;
  const key = contentKeys.find((each) => typeof Reflect.get(value, each) === "string");
  return key === undefined ? undefined : `[${status}] ${String(Reflect.get(value, key))}`;
}
