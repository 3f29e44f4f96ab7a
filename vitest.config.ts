import { defineConfig } from "vitest/config";

const source = ["@plimsoll/source"];

export default defineConfig({
  resolve: { conditions: [...source, "import", "module", "default"] },
  // Without "import": it would reach Node itself, and packages that require their own CommonJS parts would get the others.
  ssr: { resolve: { conditions: [...source, "node", "module"] } },
  test: {
    include: ["packages/*/src/**/*.test.ts", "test/**/*.test.ts"],
    testTimeout: 60_000,
    // Tests share no state but caches that never change a result; loading the frameworks anew for each file doubles the time.
    isolate: false,
    maxWorkers: 2,
  },
});
