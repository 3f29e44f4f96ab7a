import { defineConfig } from "vitest/config";
import config from "./vitest.config.ts";

/** What needs a machine of its own: processes that are killed, and servers beside us. `.ci/run` runs it. */
export default defineConfig({
  ...config,
  test: { ...config.test, include: ["test/ci/**/*.ci.ts"], testTimeout: 300_000 },
});
