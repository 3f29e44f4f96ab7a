/** What the arguments of a call say. */
export interface ReadArguments {
  /** Strings in them, keys left out, in order; the text itself where it is no JSON. */
  readonly texts: readonly string[];
  /** Entries of a task list that are not done: `[status] content`; undefined where there is no task list. */
  readonly todos: readonly string[] | undefined;
}

const escapes = /\\(?:u[\dA-Fa-f]{4}|.)/g;
const contentKeys = ["content", "task", "title", "step", "description"];
const open = /^(?:pending|todo|not[ _-]?started|in[ _-]?progress|blocked)$/i;
const closed = /^(?:done|completed?|cancell?ed|skipped)$/i;

/** Reads the JSON text of a call's arguments; broken text is read as it stands. Of any depth, and linear. */
export function readArguments(json: string): ReadArguments {
  const texts: string[] = [];
  const tasks: Task[] = [];
  const pending: unknown[] = [parsed(json)];
  while (pending.length > 0) {
    const value = pending.pop();
    if (typeof value === "string") texts.push(value);
    else if (typeof value === "object" && value !== null) {
      const task = taskOf(value);
      if (task !== undefined) tasks.push(task);
      for (const each of Object.values(value).reverse()) pending.push(each);
    }
  }
  const todos = tasks.flatMap(({ text, isOpen }) => (isOpen ? [text] : []));
  return { texts, todos: tasks.length === 0 ? undefined : todos };
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return json.replace(escapes, " ");
  }
}

interface Task {
  readonly text: string;
  readonly isOpen: boolean;
}

function taskOf(value: object): Task | undefined {
  const status: unknown = Reflect.get(value, "status");
  if (typeof status !== "string" || !(open.test(status) || closed.test(status))) return undefined;
  const content = contentKeys
    .map((key): unknown => Reflect.get(value, key))
    .find((each): each is string => typeof each === "string");
  return content === undefined ? undefined : { text: `[${status}] ${content}`, isOpen: open.test(status) };
}
