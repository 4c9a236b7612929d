import { randomUUID } from "node:crypto";
import { Client } from "pg";
import { inject } from "vitest";
import "./postgres-server-setup.ts";

/** Makes a new empty database on the tests' server and answers its URL. It is gone with the server. */
export async function newDatabase(): Promise<string> {
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  await query(inject("postgresUrl"), `create database ${name}`);
  const url = new URL(inject("postgresUrl"));
  url.pathname = `/${name}`;
  return url.href;
}

/** Runs one statement on a connection of its own. */
export async function query(url: string, statement: string): Promise<readonly unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}
