export { createSqliteHostStore } from "./sqlite/sqlite-host-store.ts";
export type { SqliteHostStoreOptions } from "./sqlite/sqlite-host-store.ts";
