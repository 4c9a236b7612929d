import { readFileSync } from "node:fs";
import path from "node:path";

import { buildSync } from "esbuild";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, expect, test, vi } from "vitest";

import { createClient } from "../src/index.ts";
import { openService } from "./open-service.ts";

const folder = path.resolve(import.meta.dirname, "..");

/** What the README's snippets declare. */
interface Snippets {
  readonly order: { readonly orderId: string; readonly amount: number };
  readonly session: { readonly token: string };
  success(query: URLSearchParams): Promise<string>;
  cancelPart(intentKey: string, formId: string): Promise<{ readonly cancel?: { readonly canceledAmount?: number } }>;
  receive(request: Request): Promise<Response>;
}

let service: Awaited<ReturnType<typeof openService>>;

beforeAll(async () => {
  service = await openService();
});

afterAll(() => service.close());

/** All snippets of the README as one module, with the service where it is here. */
async function runReadme(): Promise<Snippets> {
  const readme = readFileSync(path.join(folder, "README.md"), "utf8");
  const blocks = [...readme.matchAll(/^```ts\n([^]+?)^```/gm)].map(([, code = ""]) => code);
  expect(blocks.length).toBeGreaterThan(4);
  const names = "export { order, session, success, cancelPart, receive };";
  const contents = [...blocks, names].join("\n").replaceAll("http://localhost:4242", service.url);
  const stdin = { contents, resolveDir: folder, loader: "ts" } as const;
  const [bundle] = buildSync({ stdin, bundle: true, format: "esm", conditions: ["source"], write: false }).outputFiles;
  return (await import(
    /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(bundle?.text ?? "")}`
  )) as Snippets;
}

test("the README's snippets take a payment, refuse a changed one, cancel a part once, and take a webhook", async () => {
  const log = vi.spyOn(console, "log").mockImplementation(() => undefined);
  const secret = `whsec_${btoa("a secret of thirty-two characters")}`;
  vi.stubEnv("WEBHOOK_SECRET", secret);
  const { order, session, success, cancelPart, receive } = await runReadme();
  const query = await service.authenticate(session.token);
  expect(await success(query)).toBe("Paid: 10000 won");

  const intentKey = query.get("intentKey") ?? "";
  for (const _ of ["sent", "and sent again"]) {
    expect((await cancelPart(intentKey, "form-1")).cancel?.canceledAmount).toBe(3_000);
  }

  const changed = new URLSearchParams({ ...Object.fromEntries(query), amount: "1" });
  expect(await success(changed)).toBe("The amount was not the one of your order. Nothing is charged.");
  const { tenant, payments } = service;
  // Opening a paid order's success URL with another amount refunds nothing.
  expect(await payments.intents.lookUp(tenant, order)).toMatchObject({ value: { status: "PARTIAL_CANCELED" } });

  const body = JSON.stringify({ settlementId: "stl.1", amount: 1, settledAt: "2026-11-24T15:00:00.000Z", lines: [] });
  const sentAt = new Date();
  const id = "msg_settlement-completed_1";
  const signature = new Webhook(secret).sign(id, sentAt, body);
  const headers = { "webhook-id": id, "webhook-timestamp": String(Math.floor(sentAt.getTime() / 1000)) };
  const sent = (mark: string) =>
    new Request("https://shop.example/webhook", {
      method: "POST",
      body,
      headers: { ...headers, "webhook-signature": mark },
    });
  expect((await receive(sent(signature))).status).toBe(204);
  expect((await receive(sent(signature.replace("v1,", "v1,A")))).status).toBe(400);
  log.mockRestore();
  vi.unstubAllEnvs();
});

test("its table has every operation of the client", () => {
  const readme = readFileSync(path.join(folder, "README.md"), "utf8");
  const [, table = ""] = /^## Operations\n([^]+?)^##/m.exec(readme) ?? [];
  const rows = [...table.matchAll(/^\| `(\w+)` \| (.+) \|$/gm)].map(([, group = "", names = ""]) => [
    group,
    new Set([...names.matchAll(/`(\w+)`/g)].map(([, name]) => name)),
  ]);
  const client = createClient({ url: "https://pay.example", secretKey: "test_sk_docs" });
  const operations = Object.entries(client).map(([group, ofGroup]) => [group, new Set(Object.keys(ofGroup))]);
  expect(rows).toEqual(operations);
});
