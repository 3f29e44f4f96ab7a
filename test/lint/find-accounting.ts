import ts from "typescript";

/** One place where a file counts tokens or sizes text by itself. */
export interface AccountingFinding {
  readonly line: number;
  readonly what: string;
}

const countingCalls = /^(?:countEach|countTokensApproximately|getNumTokens(?:FromMessages)?|byteLength)$/;
const counterMethods = /^(?:count|countParts)$/;
const tokenizerPackages =
  /^(?:js-tiktoken|tiktoken|@dqbd\/tiktoken|gpt-tokenizer|gpt-3-encoder|ai-tokenizer|llama-tokenizer-js)(?:\/|$)/;
const textNames = /(?:text|content|json|body|prompt|summary|rendered|serialised|serialized|string)$/i;
const arithmetic: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.AsteriskToken,
  ts.SyntaxKind.SlashToken,
  ts.SyntaxKind.PercentToken,
  ts.SyntaxKind.PlusToken,
  ts.SyntaxKind.MinusToken,
  ts.SyntaxKind.PlusEqualsToken,
  ts.SyntaxKind.MinusEqualsToken,
]);
const ordering: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.LessThanToken,
  ts.SyntaxKind.LessThanEqualsToken,
  ts.SyntaxKind.GreaterThanToken,
  ts.SyntaxKind.GreaterThanEqualsToken,
]);

/**
 * Finds accounting in one source file: calls of counters, imports of tokenizers, and `.length` of text used as a size.
 * Comparing a length with 0 asks whether text is empty, and lengths of lists are no sizes of text; both are left alone.
 */
export function findAccounting(file: string, source: string): readonly AccountingFinding[] {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const findings: AccountingFinding[] = [];
  const visit = (node: ts.Node): void => {
    const what = countingCall(node) ?? counterMethod(node) ?? tokenizerImport(node) ?? textSize(node);
    if (what !== undefined) {
      findings.push({ line: tree.getLineAndCharacterOfPosition(node.getStart()).line + 1, what });
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return findings;
}

function countingCall(node: ts.Node): string | undefined {
  if (!ts.isCallExpression(node)) return undefined;
  const name = lastName(node.expression);
  return name !== undefined && countingCalls.test(name) ? `calls ${name}()` : undefined;
}

/** A counter's method, called or handed on; a plain function or field that is named `count` is not one. */
function counterMethod(node: ts.Node): string | undefined {
  if (!ts.isPropertyAccessExpression(node) || !counterMethods.test(node.name.text)) return undefined;
  const called = ts.isCallExpression(node.parent) && node.parent.expression === node;
  const ofCounter = /counter$/i.test(lastName(node.expression) ?? "");
  return called || ofCounter ? `uses ${node.name.text}()` : undefined;
}

function tokenizerImport(node: ts.Node): string | undefined {
  if (!ts.isStringLiteral(node) || !tokenizerPackages.test(node.text)) return undefined;
  const loads =
    ts.isImportDeclaration(node.parent) || ts.isExportDeclaration(node.parent) || isDynamicImport(node.parent);
  return loads ? `imports ${node.text}` : undefined;
}

function isDynamicImport(node: ts.Node): boolean {
  return ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword;
}

/** `.length` of text, or of anything that is multiplied or divided, where a size is worked out from it. */
function textSize(node: ts.Node): string | undefined {
  if (!ts.isPropertyAccessExpression(node) || node.name.text !== "length") return undefined;
  const operation = enclosingOperation(node);
  if (operation === undefined) return undefined;
  const scaled = operation.kind === ts.SyntaxKind.AsteriskToken || operation.kind === ts.SyntaxKind.SlashToken;
  const weighs = isText(node.expression) && (arithmetic.has(operation.kind) || ordering.has(operation.kind));
  return scaled || weighs ? `uses ${node.getText()} as a size` : undefined;
}

/** The operator the length takes part in, unless the other side is the literal 0. */
function enclosingOperation(node: ts.Node): ts.BinaryOperatorToken | undefined {
  const parent = ts.isParenthesizedExpression(node.parent) ? node.parent.parent : node.parent;
  if (!ts.isBinaryExpression(parent)) return undefined;
  const zero = [parent.left, parent.right].some((side) => ts.isNumericLiteral(side) && side.text === "0");
  return zero ? undefined : parent.operatorToken;
}

function isText(expression: ts.Expression): boolean {
  if (ts.isStringLiteralLike(expression) || ts.isTemplateExpression(expression)) return true;
  if (ts.isCallExpression(expression))
    return /^(?:stringify|toString|String|join|encode)$/.test(lastName(expression.expression) ?? "");
  const name = lastName(expression);
  return name !== undefined && textNames.test(name);
}

function lastName(expression: ts.Expression): string | undefined {
  if (ts.isIdentifier(expression)) return expression.text;
  if (ts.isPropertyAccessExpression(expression)) return expression.name.text;
  return undefined;
}
