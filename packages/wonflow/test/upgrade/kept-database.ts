import { readdirSync } from "node:fs";
import { copyFile, readFile } from "node:fs/promises";
import { join } from "node:path";

import { PGlite } from "@electric-sql/pglite";
import { databaseJournal } from "@wonflow/sandbox";
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

/** The settings of a service's database. */
interface Place {
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
}

/** The versions whose databases are kept, each in its folder, which `make-database.ts` has written. */
export const keptVersions = readdirSync(import.meta.dirname, { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() ? [entry.name] : [],
);

/**
 * A database as that version left it. The clock of a service in development continues from when the database was
 * created, so that pending work is still pending.
 */
export async function keptDatabase(version: string, kind: "embedded" | "server") {
  const folder = join(import.meta.dirname, version);
  const kept = keptSchema.parse(JSON.parse(await readFile(join(folder, "kept.json"), "utf8")));
  const place: Place = {
    dataDir: await newFolder(),
    databaseUrl: kind === "embedded" ? undefined : await newDatabase(),
  };
  const clock = JSON.stringify({ shown: kept.madeAt, standsUntil: Date.now() });
  const setClock = `insert into wonflow.records (tenant, kind, id, version, body)
    values ('platform', 'developmentClock', 'clock', nextval('wonflow.versions'), '${clock}')`;
  await load(place, (await readFile(join(folder, "database.sql"), "utf8")) + setClock);
  await loadSandbox(place, join(folder, "sandbox-cards.jsonl"));
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

async function loadSandbox({ dataDir, databaseUrl }: Place, file: string): Promise<void> {
  if (databaseUrl === undefined) return copyFile(file, join(dataDir, "sandbox-cards.jsonl"));
  const lines = (await readFile(file, "utf8")).trimEnd().split("\n");
  const journal = await databaseJournal({ url: databaseUrl });
  await journal.turn(0, () => lines.map((line) => z.looseObject({}).parse(JSON.parse(line))));
  await journal.close();
}
