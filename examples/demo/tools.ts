import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { tool } from "langchain";
import * as z from "zod";

const root = fileURLToPath(new URL("../..", import.meta.url));

const listFiles = tool(
  async ({ folder }) => {
    const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true });
    const files = entries
      .filter((entry) => entry.isFile())
      .map((entry) => relative(root, join(entry.parentPath, entry.name)));
    return files.sort().join("\n");
  },
  { name: "list_files", description: "Lists the files below a folder.", schema: z.object({ folder: z.string() }) },
);

const readText = tool(async ({ path }) => readFile(join(root, path), "utf8"), {
  name: "read_file",
  description: "Reads a text file.",
  schema: z.object({ path: z.string() }),
});

const searchText = tool(
  async ({ path, text }) => {
    const lines = (await readFile(join(root, path), "utf8")).split("\n");
    return lines.flatMap((line, index) => (line.includes(text) ? [`${path}:${index + 1}: ${line}`] : [])).join("\n");
  },
  {
    name: "search_text",
    description: "Finds the lines of a file that hold a text.",
    schema: z.object({ path: z.string(), text: z.string() }),
  },
);

/** What a tool server brings along: many operations with long schemas, most of them never called. */
const operations = Array.from({ length: 24 }, (_, index) => {
  const fields = Array.from({ length: 12 }, (__, field) => [
    `option_${field}`,
    z
      .string()
      .optional()
      .describe(
        `Option ${field} of operation ${index}; leave it out to keep the value that is stored for the project.`,
      ),
  ]);
  return tool(() => "not needed today", {
    name: `project_operation_${index}`,
    description: `Runs operation ${index} of the project service and returns its report.`,
    schema: z.object(Object.fromEntries(fields)),
  });
});

export const tools = [listFiles, readText, searchText, ...operations];
