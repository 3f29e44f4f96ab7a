import type { ToolContent } from "../outbound-request.ts";
import { propertiesText, trimLines, type TypeStyle, type TypeText } from "./schema-type-text.ts";

/** The text into which the OpenAI models' tools are rendered, in the pieces that belong to its rows. */
export interface ToolNamespaceText {
  readonly header: string;
  /** One declaration per tool, in order, with the blank line that follows it. */
  readonly declarations: readonly string[];
  readonly footer: string;
  /** Per tool: whether billed requests cover every construct in its declaration. */
  readonly proven: readonly boolean[];
}

/** Renders function tools the way the model family is shown them. Titles, `strict` and `additionalProperties` are not shown. */
export function toolNamespaceText(tools: readonly ToolContent[], style: TypeStyle): ToolNamespaceText {
  const declared = tools.map((tool) => declaration(tool, style));
  return {
    header: "namespace functions {\n\n",
    declarations: declared.map((each) => each.text),
    footer: "} // namespace functions",
    proven: declared.map((each) => each.proven),
  };
}

function declaration(tool: ToolContent, style: TypeStyle): { readonly text: string; readonly proven: boolean } {
  const properties = propertiesText(tool.parameters, style);
  const description = descriptionLine(tool.description ?? "", style);
  return {
    text: `${description}type ${tool.name} = ${signature(properties, style)} => any;\n\n`,
    proven: properties.proven,
  };
}

function descriptionLine(description: string, style: TypeStyle): string {
  const shown = style === "2023" ? description : trimLines(description);
  return shown === "" ? "" : `// ${shown}\n`;
}

function signature({ text, comment }: TypeText, style: TypeStyle): string {
  if (text === "") return "()";
  if (style === "2023") return `(_: {\n${text}\n})`;
  return comment === "" ? `(_: { ${text} })` : `(_: // ${comment}\n{ ${text} })`;
}
