import { postgresStore } from "@wonflow/store-postgres";
import { copyPrepared } from "@wonflow/testkit/prepared-folder";

/** Copies a new embedded database into a folder. */
export function copyDatabase(folder: string): Promise<void> {
  return copyPrepared("embedded", {
    to: folder,
    make: async (made) => (await postgresStore({ dataDir: made })).close(),
  });
}
