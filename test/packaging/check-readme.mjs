// Type-checks the TypeScript blocks of a README (the root one by default) against our sources, each as a module of its own. A block marked
// "```ts no-check" is left out.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const readme = resolve(process.argv[2] ?? join(root, "README.md"));
if (!existsSync(readme)) throw new Error(`${readme} is missing`);

const blocks = [...readFileSync(readme, "utf8").matchAll(/^```(?:ts|typescript)\n([\s\S]*?)^```$/gm)].map(
  (match) => match[1],
);
const files = new Map(
  blocks.map((code, index) => [join(root, `readme-block-${index + 1}.ts`), `${code}\nexport {};\n`]),
);

const program = ts.createProgram([...files.keys()], compilerOptions(), hostOf(files));
const problems = ts.getPreEmitDiagnostics(program).filter(({ file }) => file === undefined || files.has(file.fileName));
for (const problem of problems) console.error(describe(problem));
console.log(`${relative(root, readme)}: ${blocks.length} TypeScript blocks, ${problems.length} problems`);
process.exit(problems.length === 0 ? 0 : 1);

function compilerOptions() {
  const { config } = ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files: [] }, ts.sys, root);
  return { ...options, noUnusedLocals: false, noUnusedParameters: false };
}

/** The real file system, with the blocks as files beside README.md. */
function hostOf(virtual) {
  const host = ts.createCompilerHost(compilerOptions());
  const { getSourceFile, fileExists, readFile } = host;
  return {
    ...host,
    fileExists: (path) => virtual.has(path) || fileExists(path),
    readFile: (path) => virtual.get(path) ?? readFile(path),
    getSourceFile: (path, languageVersion, ...rest) =>
      virtual.has(path)
        ? ts.createSourceFile(path, virtual.get(path), languageVersion, true)
        : getSourceFile(path, languageVersion, ...rest),
  };
}

function describe({ file, start, messageText }) {
  const text = ts.flattenDiagnosticMessageText(messageText, "\n");
  if (file === undefined) return text;
  const { line } = file.getLineAndCharacterOfPosition(start);
  return `${file.fileName.replace(`${root}/`, "")}:${line + 1} ${text}\n    ${file.text.split("\n")[line]}`;
}
