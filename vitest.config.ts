import { defineConfig } from "vitest/config";

const source = ["@plimsoll/source"];

export default defineConfig({
  resolve: { conditions: [...source, "import", "module", "default"] },
  ssr: { resolve: { conditions: [...source, "node", "import", "module", "default"] } },
  test: {
    include: ["packages/*/src/**/*.test.ts", "test/**/*.test.ts"],
    testTimeout: 30_000,
  },
});
