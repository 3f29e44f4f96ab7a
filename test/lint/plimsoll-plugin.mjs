// Style rules for which oxlint has none of its own; loaded by .oxlintrc.json.
import { basename } from "node:path";

const vagueNames = /^(?:utils?|helpers?|common|misc|shared|types)(?:\.|$)/;

/** Reports `message` at every node of the given type. */
function forbid(type, message) {
  return { create: (context) => ({ [type]: (node) => context.report({ node, message }) }) };
}

const noVagueFileName = {
  create: (context) => ({
    Program(node) {
      const name = basename(context.filename);
      if (vagueNames.test(name)) context.report({ node, message: `Name ${name} after the one thing it holds.` });
    },
  }),
};

const plugin = {
  meta: { name: "plimsoll" },
  rules: {
    "no-enum": forbid("TSEnumDeclaration", "No enums: a union of literals says the same and is erasable."),
    "no-export-star": forbid("ExportAllDeclaration", "No barrel stars: list the exported names."),
    "no-vague-file-name": noVagueFileName,
  },
};

export default plugin;
