/**
 * Says for each of these paths the one longer path that it is the end of (`src/main.ts`, `./src/main.ts` and `main.ts`
 * are one file); itself where there is none, or several.
 */
export function fullPaths(names: Iterable<string>): (name: string) => string {
  const longest = new Map<string, string | null>();
  for (const name of [...names].map(bareName)) {
    for (let slash = name.indexOf("/"); slash >= 0; slash = name.indexOf("/", slash + 1)) {
      const end = name.slice(slash + 1);
      const known = longest.get(end);
      if (known === undefined || (known !== null && name.endsWith(`/${known}`))) longest.set(end, name);
      else if (known !== null && known !== name && !known.endsWith(`/${name}`)) longest.set(end, null);
    }
  }
  return (name) => longest.get(bareName(name)) ?? bareName(name);
}

function bareName(name: string): string {
  return name.replace(/^(?:\.\/)+/, "");
}
