import { describe, expect, it } from "vitest";
import { hostStoreSuite } from "../testing/host-store-suite.ts";
import { createMemoryHostStore } from "./memory-host-store.ts";

hostStoreSuite({ describe, it, expect }, { open: createMemoryHostStore });
