import { Client } from "pg";

/** Each node makes and drops its database by itself, on every version of Citus. */
export const own = "set citus.enable_create_database_propagation = off";

/** Runs statements on one connection, and answers the rows of the last. */
export async function runAt(url: string, statements: readonly string[]): Promise<readonly Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  // A server that is killed meanwhile fails the statement, and nothing else.
  client.on("error", () => {});
  await client.connect();
  try {
    let rows: readonly Record<string, unknown>[] = [];
    for (const statement of statements) ({ rows } = await client.query<Record<string, unknown>>(statement));
    return rows;
  } finally {
    await client.end().catch(() => {});
  }
}
