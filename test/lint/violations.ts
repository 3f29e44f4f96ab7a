/** A deliberate violation: linting `source` as `file` reports exactly `rule`. */
export interface Violation {
  readonly law: string;
  readonly rule: string;
  readonly file: string;
  readonly source: string;
}

const imports = "eslint(no-restricted-imports)";
const globals = "eslint(no-restricted-globals)";
const properties = "eslint(no-restricted-properties)";

const importing = (name: string) => `export { thing } from "${name}";\n`;
const lines = (count: number) =>
  Array.from({ length: count }, (_, index) => `export const a${index} = ${index};\n`).join("");
const functionOf = (count: number) => `export function long(): void {\n${"  void 0;\n".repeat(count - 2)}}\n`;

const arrows = [
  ["packages/core/src", "@plimsoll/langgraph"],
  ["packages/core/src", "@plimsoll/langchain"],
  ["packages/core/src", "../../langgraph/src/index.ts"],
  ["packages/langgraph/src", "@plimsoll/langchain"],
  ["packages/langgraph/src", "@plimsoll/openwop"],
  ["packages/langgraph/src", "langchain"],
  ["packages/langgraph/src", "../../core/src/index.ts"],
  ["packages/langgraph/src", "../../langchain/src/index.ts"],
  ["packages/langchain/src", "@plimsoll/openwop"],
  ["packages/langchain/src", "plimsoll"],
  ["packages/langchain/src", "../../core/src/index.ts"],
  ["packages/openwop/src", "@plimsoll/langchain"],
  ["packages/openwop/src", "@plimsoll/langgraph"],
  ["packages/openwop/src", "@langchain/core/messages"],
  ["packages/openwop/src", "plimsoll"],
  ["packages/openwop/src", "node:http"],
  ["packages/openwop/src", "libsql"],
  ["packages/cli/src", "@plimsoll/langchain"],
  ["packages/cli/src", "../../core/src/index.ts"],
  ["packages/openwop/src/bind-agent", "plimsoll"],
  ["packages/openwop/src/bind-agent", "node:fs"],
  ["packages/openwop/src/sqlite", "@plimsoll/langchain"],
] as const;

const foreignToCore = [
  "node:fs",
  "node:crypto",
  "fs",
  "langchain",
  "@langchain/core/messages",
  "@langchain/langgraph",
  "zod",
  "js-tiktoken",
  "js-tiktoken/ranks/o200k_base",
];

const impureGlobals = [
  ["Date", "Date.now()"],
  ["performance", "performance.now()"],
  ["crypto", "crypto.randomUUID()"],
  ["process", "process.env"],
  ["setTimeout", "setTimeout(() => {})"],
  ["setInterval", "setInterval(() => {})"],
  ["setImmediate", "setImmediate(() => {})"],
  ["queueMicrotask", "queueMicrotask(() => {})"],
  ["fetch", 'fetch("")'],
  ["Intl", "new Intl.Collator()"],
  ["Buffer", 'Buffer.from("")'],
  ["globalThis", "globalThis"],
  ["global", "global"],
] as const;

const localeCalls = [
  '"a".localeCompare("b")',
  "(1).toLocaleString()",
  '"a".toLocaleLowerCase()',
  '"a".toLocaleUpperCase()',
] as const;

/** One or more for each rule of .oxlintrc.json. */
export const violations: readonly Violation[] = [
  ...arrows.map(([folder, name], index) => ({
    law: `${folder} does not import ${name}`,
    rule: imports,
    file: `${folder}/arrow-${index}.ts`,
    source: importing(name),
  })),
  ...foreignToCore.map((name, index) => ({
    law: `core does not import ${name}`,
    rule: imports,
    file: `packages/core/src/foreign-${index}.ts`,
    source: importing(name),
  })),
  {
    law: "core does not import node:* dynamically",
    rule: imports,
    file: "packages/core/src/dynamic.ts",
    source: 'export const os = import("node:os");\n',
  },
  {
    law: "core's tokenizer imports rank tables, not js-tiktoken itself",
    rule: imports,
    file: "packages/core/src/tiktoken/whole.ts",
    source: importing("js-tiktoken/lite"),
  },
  {
    law: "core's Node adapter imports node:*, not packages",
    rule: imports,
    file: "packages/core/src/node.ts",
    source: importing("@langchain/core/messages"),
  },
  ...impureGlobals.map(([name, use], index) => ({
    law: `core does not touch ${name}`,
    rule: globals,
    file: `packages/core/src/global-${index}.ts`,
    source: `export const value = ${use};\n`,
  })),
  ...["Math.random()", ...localeCalls].map((use, index) => ({
    law: `core does not call ${use}`,
    rule: properties,
    file: `packages/core/src/property-${index}.ts`,
    source: `export const value = ${use};\n`,
  })),
  {
    law: "value imports form no cycle",
    rule: "import(no-cycle)",
    file: "packages/core/src/cycle-one.ts",
    source: 'import { two } from "./cycle-two.ts";\nexport const one = (): number => two();\n',
  },
  {
    law: "value imports form no cycle (other end)",
    rule: "import(no-cycle)",
    file: "packages/core/src/cycle-two.ts",
    source: 'import { one } from "./cycle-one.ts";\nexport const two = (): number => one();\n',
  },
  {
    law: "type imports form no cycle",
    rule: "import(no-cycle)",
    file: "packages/langchain/src/cycle-three.ts",
    source: 'import type { Four } from "./cycle-four.ts";\nexport interface Three {\n  readonly four?: Four;\n}\n',
  },
  {
    law: "type imports form no cycle (other end)",
    rule: "import(no-cycle)",
    file: "packages/langchain/src/cycle-four.ts",
    source: 'import type { Three } from "./cycle-three.ts";\nexport interface Four {\n  readonly three?: Three;\n}\n',
  },
  {
    law: "a file has at most 320 lines",
    rule: "eslint(max-lines)",
    file: "packages/core/src/long-file.ts",
    source: lines(321),
  },
  {
    law: "a function has at most 50 lines",
    rule: "eslint(max-lines-per-function)",
    file: "packages/langgraph/src/long-function.ts",
    source: functionOf(51),
  },
  {
    law: "a function has at most 3 positional parameters",
    rule: "eslint(max-params)",
    file: "packages/core/src/many-parameters.ts",
    source: "export const sum = (a: number, b: number, c: number, d: number): number => a + b + c + d;\n",
  },
  {
    law: "file names are kebab-case",
    rule: "unicorn(filename-case)",
    file: "packages/core/src/camelCase.ts",
    source: "export const value = 1;\n",
  },
  {
    law: "no file is called utils",
    rule: "plimsoll(no-vague-file-name)",
    file: "packages/core/src/utils.ts",
    source: "export const value = 1;\n",
  },
  {
    law: "no file is called helpers, in tests neither",
    rule: "plimsoll(no-vague-file-name)",
    file: "test/helpers.ts",
    source: "export const value = 1;\n",
  },
  {
    law: "exports are named",
    rule: "import(no-default-export)",
    file: "packages/core/src/default-export.ts",
    source: "export default 1;\n",
  },
  {
    law: "an index lists its names",
    rule: "plimsoll(no-export-star)",
    file: "packages/core/src/index.ts",
    source: 'export * from "./clean.ts";\n',
  },
  {
    law: "no any",
    rule: "typescript(no-explicit-any)",
    file: "packages/core/src/any.ts",
    source: "export const value: any = 1;\n",
  },
  {
    law: "no non-null assertion",
    rule: "typescript(no-non-null-assertion)",
    file: "packages/core/src/non-null.ts",
    source: "export const first = (list: readonly string[]): string => list[0]!;\n",
  },
  {
    law: "no comment silences the compiler",
    rule: "typescript(ban-ts-comment)",
    file: "packages/core/src/comment.ts",
    source: "// @ts-ignore\nexport const value: number = 1;\n",
  },
  {
    law: "an expected type error in a test says why",
    rule: "typescript(ban-ts-comment)",
    file: "packages/core/src/comment.test.ts",
    source: "// @ts-expect-error\nexport const value: number = 1;\n",
  },
  {
    law: "no enum",
    rule: "plimsoll(no-enum)",
    file: "packages/core/src/enum.ts",
    source: 'export enum Kind {\n  One = "one",\n}\n',
  },
  {
    law: "no namespace",
    rule: "typescript(no-namespace)",
    file: "packages/core/src/namespace.ts",
    source: "export namespace Space {\n  export const value = 1;\n}\n",
  },
  {
    law: "no parameter property",
    rule: "typescript(parameter-properties)",
    file: "packages/core/src/parameter-property.ts",
    source: "export class Box {\n  constructor(readonly value: number) {}\n}\n",
  },
  {
    law: "no require",
    rule: "typescript(no-require-imports)",
    file: "packages/langchain/src/require.ts",
    source: 'import os = require("node:os");\nexport { os };\n',
  },
  {
    law: "comparisons do not convert",
    rule: "eslint(eqeqeq)",
    file: "packages/core/src/loose.ts",
    source: "export const same = (a: number, b: string | number): boolean => a == b;\n",
  },
  { law: "no var", rule: "eslint(no-var)", file: "packages/core/src/old.ts", source: "export var value = 1;\n" },
  {
    law: "what never changes is const",
    rule: "eslint(prefer-const)",
    file: "packages/core/src/let.ts",
    source: "let value = 1;\nexport const twice = value * 2;\n",
  },
  {
    law: "no console in a package",
    rule: "eslint(no-console)",
    file: "packages/langchain/src/console.ts",
    source: 'console.warn("");\n',
  },
];

/** What the laws allow, so that none of them is stricter than written. */
export const allowed: readonly Omit<Violation, "rule">[] = [
  { law: "320 lines", file: "packages/core/src/clean.ts", source: lines(320) },
  { law: "a function of 50 lines", file: "packages/core/src/fifty.ts", source: functionOf(50) },
  { law: "core on its digest library", file: "packages/core/src/noble.ts", source: importing("@noble/hashes/sha2.js") },
  {
    law: "rank tables in the tokenizer",
    file: "packages/core/src/tiktoken/ranks.ts",
    source: 'export const ranks = (): Promise<unknown> => import("js-tiktoken/ranks/o200k_base");\n',
  },
  { law: "langgraph on core", file: "packages/langgraph/src/down.ts", source: importing("@plimsoll/core") },
  { law: "langchain on langgraph", file: "packages/langchain/src/down.ts", source: importing("@plimsoll/langgraph") },
  { law: "langchain on its framework", file: "packages/langchain/src/framework.ts", source: importing("langchain") },
  {
    law: "a long test with node:*, clock and console",
    file: "packages/core/src/free.test.ts",
    source: `import { cwd } from "node:process";\nconsole.log(cwd(), Date.now());\n${functionOf(200)}`,
  },
  { law: "a default export in a tool's configuration", file: "tool.config.ts", source: "export default {};\n" },
];
