import ts from "typescript";

/** One id in one `verifies(…)` call. */
export interface Citation {
  readonly id: string;
  /** `file:line`, for messages. */
  readonly place: string;
  /** The call stands in the body of a test that runs: not outside a test, not in a skipped one. */
  readonly runs: boolean;
}

export interface CitationScan {
  readonly citations: readonly Citation[];
  /** Calls whose ids cannot be read from the source. */
  readonly unreadable: readonly string[];
}

/** Reads the `verifies(…)` calls of one test file. Comments and strings that merely look like calls are not calls. */
export function findCitations(file: string, source: string): CitationScan {
  const citations: Citation[] = [];
  const unreadable: string[] = [];
  if (!source.includes("verifies(")) return { citations, unreadable };
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  visitCalls(tree, (call) => {
    if (!ts.isIdentifier(call.expression) || call.expression.text !== "verifies") return;
    const place = `${file}:${tree.getLineAndCharacterOfPosition(call.getStart()).line + 1}`;
    const runs = standsInRunningTest(call);
    for (const argument of call.arguments) {
      if (ts.isStringLiteralLike(argument)) citations.push({ id: argument.text, place, runs });
      else unreadable.push(place);
    }
  });
  return { citations, unreadable };
}

function visitCalls(node: ts.Node, visit: (call: ts.CallExpression) => void): void {
  if (ts.isCallExpression(node)) visit(node);
  ts.forEachChild(node, (child) => visitCalls(child, visit));
}

function standsInRunningTest(node: ts.Node): boolean {
  let inTest = false;
  for (let parent = node.parent; parent !== undefined; parent = parent.parent) {
    if (!ts.isCallExpression(parent)) continue;
    const { root, modifiers } = calleeOf(parent.expression);
    if (root === "it" || root === "test") inTest = true;
    else if (root !== "describe") continue;
    if (modifiers.includes("skip") || modifiers.includes("todo")) return false;
  }
  return inTest;
}

/** `it.skipIf(x).each(table)` → root `it`, modifiers `each`, `skipIf`. */
function calleeOf(expression: ts.Expression): {
  readonly root: string | undefined;
  readonly modifiers: readonly string[];
} {
  const modifiers: string[] = [];
  let current: ts.Expression = expression;
  for (;;) {
    if (ts.isPropertyAccessExpression(current)) {
      modifiers.push(current.name.text);
      current = current.expression;
    } else if (ts.isCallExpression(current)) current = current.expression;
    else if (ts.isTaggedTemplateExpression(current)) current = current.tag;
    else return { root: ts.isIdentifier(current) ? current.text : undefined, modifiers };
  }
}
