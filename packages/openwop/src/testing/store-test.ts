import type { HostStore } from "../store/host-store.ts";

/** Registers a test that has a fresh store. */
export type StoreTest = (title: string, body: (store: HostStore) => Promise<void>) => void;
