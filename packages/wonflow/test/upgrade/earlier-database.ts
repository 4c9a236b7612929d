import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { PGlite } from "@electric-sql/pglite";
import { Client } from "pg";
import { z } from "zod";

import { newFolder } from "../command.ts";
import { newDatabase } from "../new-database.ts";
import { confirmationSchema, sessionSchema } from "./merchant.ts";

const keptSchema = z.object({
  madeAt: z.number(),
  secret: z.string(),
  secretKey: z.string(),
  clientKey: z.string(),
  ready: sessionSchema,
  authenticated: confirmationSchema,
  done: confirmationSchema,
});

/** What the environment of a service says of its database. */
interface Place {
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
}

const yearMs = 365 * 24 * 3_600_000;

/**
 * A database as an earlier version left it, as if that had been a moment ago: every time in it is moved, so that
 * what waits still waits. `make-database.ts` has written the folder of the version.
 */
export async function earlierDatabase(version: string, kind: "embedded" | "server") {
  const folder = join(import.meta.dirname, version);
  const read = (file: string) => readFile(join(folder, file), "utf8");
  const kept = keptSchema.parse(JSON.parse(await read("kept.json")));
  const later = Date.now() - kept.madeAt;
  const moved = (text: string) =>
    text.replaceAll(/\b\d{13}\b/g, (digits) => {
      const isTime = Math.abs(Number(digits) - kept.madeAt) < yearMs;
      return isTime ? String(Number(digits) + later) : digits;
    });
  const dataDir = await newFolder();
  // The book of the sandbox.
  await writeFile(join(dataDir, "sandbox-cards.jsonl"), moved(await read("sandbox-cards.jsonl")));
  const sql = moved(await read("database.sql"));
  const place: Place = { dataDir, databaseUrl: kind === "embedded" ? undefined : await newDatabase() };
  await load(place, sql);
  return { ...place, ...kept };
}

async function load({ dataDir, databaseUrl }: Place, sql: string): Promise<void> {
  if (databaseUrl === undefined) {
    const pglite = await PGlite.create({ dataDir: join(dataDir, "postgres") });
    await pglite.exec(sql);
    return pglite.close();
  }
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(sql);
  await client.end();
}
