// Writes the quickstart and its output into README.md; test/readme.test.ts fails where they differ.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";

const example = "examples/quickstart/main.ts";
const output = execFileSync(process.execPath, ["--conditions=@plimsoll/source", "--import", "tsx", example], {
  encoding: "utf8",
});

const readme = replaceFirst(readFileSync("README.md", "utf8"), "ts", readFileSync(example, "utf8"));
writeFileSync("README.md", replaceFirst(readme, "text", output));

function replaceFirst(text, language, content) {
  const block = new RegExp("```" + language + "\\n[\\s\\S]*?\\n```");
  return text.replace(block, () => "```" + language + "\n" + content.trimEnd() + "\n```");
}
