export type { CitusState } from "./citus/distribute.ts";
export { inspectDatabase, type DatabaseState } from "./inspect.ts";
export { postgresStore, type PostgresStore, type PostgresStoreOptions } from "./postgres-store.ts";
export { DataFolderInUse, StoreUnavailable } from "./errors.ts";
