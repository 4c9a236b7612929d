import path from "node:path";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { freePort } from "@wonflow/testkit/free-port";
import { onTestFinished, expect } from "vitest";
import { nodeFlags } from "./program.ts";
import { copyDatabase } from "./prepared-database.ts";
import { testCards } from "../src/index.ts";

const root = path.resolve(import.meta.dirname, "../../..");

const textOf = (page: string) => readFileSync(path.join(root, "docs", page), "utf8");

/** What a page sends a shop at port 3000 with curl: each path, and the JSON that is posted there. */
export function postsToShopIn(page: string): readonly (readonly [path: string, body: unknown])[] {
  const calls = textOf(page).matchAll(
    /^curl -s localhost:3000(\/\S+) -H 'Content-Type: application\/json' -d '(.*)'$/gm,
  );
  return [...calls].map(([, at = "", body = ""]) => [at, JSON.parse(body) as unknown]);
}

/** The blocks of TypeScript of a page in `docs`, in their order. */
export function typeScriptIn(page: string): readonly string[] {
  return [...textOf(page).matchAll(/^```ts\n([^]*?)^```$/gm)].map(([, code = ""]) => code);
}

/** What a reader of the page has installed, and where it is here. */
const installed: Readonly<Record<string, string>> = {
  wonflow: "packages/wonflow",
  "@wonflow/client": "packages/client",
  ...Object.fromEntries(
    ["express", "fastify", "hono", "@hono/node-server"].map((name) => [name, `packages/wonflow/node_modules/${name}`]),
  ),
};

/** A Friday morning in Seoul, by the clock of every program, so that what is due on which day is always the same. */
const friday = Date.parse("2026-11-20T10:00:00+09:00") - Date.now();
const onFriday = `const RealDate = Date;
globalThis.Date = class extends RealDate {
  constructor(...given) { given.length === 0 ? super(Date.now()) : super(...given); }
  static now() { return RealDate.now() + ${friday}; }
};`;

/** A folder as a reader has it who copied a program, with a port of its own. Both stay the same at every start. */
export async function newProject(program: string) {
  const folder = await mkdtemp(path.join(tmpdir(), "wonflow-page-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));
  for (const [name, target] of Object.entries(installed)) {
    const link = path.join(folder, "node_modules", name);
    await mkdir(path.dirname(link), { recursive: true });
    await symlink(path.join(root, target), link);
  }
  await writeFile(path.join(folder, "package.json"), JSON.stringify({ type: "module" }));
  await writeFile(path.join(folder, "app.ts"), program);
  await copyDatabase(path.join(folder, ".wonflow"));
  const port = await freePort();
  return { folder, url: `http://localhost:${port}`, start: (secret?: string) => startIn(folder, port, secret) };
}

const { PATH, NODE_COMPILE_CACHE } = process.env;

async function startIn(folder: string, port: number, secret?: string) {
  const clock = `data:text/javascript,${encodeURIComponent(onFriday)}`;
  const flags = ["--conditions=source", ...nodeFlags, "--import", clock];
  const child = spawn(process.execPath, [...flags, "app.ts"], {
    cwd: folder,
    env: { PATH, NODE_COMPILE_CACHE, PORT: String(port), ...(secret !== undefined && { WONFLOW_SECRET: secret }) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  for (const output of [child.stdout, child.stderr]) output.on("data", (data) => (printed += String(data)));
  const ended = once(child, "close");
  /** Ends it as Ctrl-C does, and answers with which code. */
  async function stop(): Promise<number | null> {
    child.kill("SIGTERM");
    await ended;
    return child.exitCode;
  }
  onTestFinished(async () => void (await stop()));
  while (!printed.includes("Buy tea at")) {
    await Promise.race([once(child.stdout, "data"), ended]);
    if (child.exitCode !== null) throw new Error(`it ended: ${printed}`);
  }
  return { printed: () => printed, stop };
}

/** What a browser shows of an address, and where it then is. */
export async function visit(url: string, init: RequestInit = {}) {
  const response = await fetch(url, { ...init, redirect: "manual" });
  return { status: response.status, to: response.headers.get("Location") ?? "", text: await response.text() };
}

/** A request with a body of JSON. */
export const json = (body: object) => ({
  method: "POST",
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify(body),
});

/** Begins to buy tea, and sends the checkout what its page would. Answers the address that the buyer comes back to. */
async function atCheckout(url: string, call: string, body: object): Promise<string> {
  const { status, to } = await visit(`${url}/buy`, { method: "POST" });
  expect([status, to]).toEqual([303, expect.stringContaining(`${url}/pay/checkout?token=`)]);
  const sent = json(body);
  const headers = { ...sent.headers, Authorization: `Bearer ${new URL(to).searchParams.get("token")}` };
  const { text } = await visit(`${url}/pay/checkout/session/${call}`, { ...sent, headers });
  return (JSON.parse(text) as { readonly redirectUrl: string }).redirectUrl;
}

/** Buys tea with a card. */
export function buy(url: string, card = "kb"): Promise<string> {
  const number = testCards.find(({ name }) => name === card)?.number;
  const typed = { number, expiryMonth: "12", expiryYear: "39", registNo: "900101", passwordFront2: "12" };
  return atCheckout(url, "authenticate", typed);
}

/** Leaves the checkout without buying. */
export const leave = (url: string) => atCheckout(url, "give-up", {});

/** Moves the development clock. */
export const forward = (url: string, by: object) => visit(`${url}/pay/development/clock`, json({ forward: by }));

/** The payment of the order that a buyer came back with. */
export async function paymentOf(url: string, back: string): Promise<{ readonly status: string }> {
  const { text } = await visit(`${url}/orders/${new URL(back).searchParams.get("orderId")}`);
  return (JSON.parse(text) as { readonly value: { readonly status: string } }).value;
}
