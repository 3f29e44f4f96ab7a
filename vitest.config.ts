import { defineConfig } from "vitest/config";

const source = ["@plimsoll/source"];

export default defineConfig({
  resolve: { conditions: [...source, "import", "module", "default"] },
  ssr: { resolve: { conditions: [...source, "node", "import", "module", "default"] } },
  test: {
    include: ["packages/*/src/**/*.test.ts", "test/**/*.test.ts"],
    testTimeout: 60_000,
    // Tests share no state but caches that never change a result; loading the frameworks anew for each file doubles the time.
    isolate: false,
    maxWorkers: 2,
  },
});
