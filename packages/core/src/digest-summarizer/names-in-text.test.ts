import { describe, expect, it } from "vitest";
import { namesInText } from "./names-in-text.ts";

function names(kind: "path" | "identifier", text: string): readonly string[] {
  return namesInText(text).flatMap((found) => (found.kind === kind ? [found.name] : []));
}

describe("namesInText", () => {
  it.each([
    ["read /srv/me/src/main.ts:12:3, then it", ["/srv/me/src/main.ts"]],
    ["`src/a.ts` and (./b/c.test.tsx)", ["src/a.ts", "./b/c.test.tsx"]],
    ["see README.md and tsconfig.build.json.", ["README.md", "tsconfig.build.json"]],
    ["@apps/web/index.html please", ["apps/web/index.html"]],
    ["in packages/coding-agent and /usr/bin", ["packages/coding-agent", "/usr/bin"]],
    ["@scope/name@1.2.3 and @scope/name", ["@scope/name", "@scope/name"]],
    ["https://example.com/a/b.png", ["example.com/a/b.png"]],
    ["请修改src/文件.ts和src/main.ts文件", ["src/main.ts"]],
    ["docs/übersicht.md", ["docs/übersicht.md"]],
    ["and/or 12/01/2026 </div> console.log Node.js", []],
  ])("finds the paths of %j", (text, expected) => {
    expect(names("path", text)).toEqual(expected);
  });

  it.each([
    ["camelCase, PascalCase and snake_case", ["camelCase", "PascalCase", "snake_case"]],
    ["MAX_SIZE __init__ _disconnectFrom", ["MAX_SIZE", "_disconnectFrom"]],
    ["this.agentState.getModel()", ["agentState", "getModel"]],
    ["compact(text) while(true)", ["compact"]],
    ["os.path and e.g. that", ["os.path"]],
    ["flight HAT001 of order 1234 at 2026-05-01T08:00", ["HAT001"]],
    ["plain words Only HERE", []],
  ])("finds the identifiers of %j", (text, expected) => {
    expect(names("identifier", text)).toEqual(expected);
  });

  it("takes payloads for no names", () => {
    expect(namesInText("iVBORw0KGgoAAAANSUhEUgAA9xyZ/".repeat(40))).toEqual([]);
    expect(namesInText("aGVsbG8gd29ybGQ3NzZ4eXo5OTk4MTIzNDU2Nzg5/Zm9vYmFyYmF6MTIzNDU2Nzg5MDEyMzQ1Njc4OTA")).toEqual([]);
  });
});
