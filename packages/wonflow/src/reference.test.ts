import { memoryStore } from "@wonflow/store-memory";
import { expect, test } from "vitest";

import { createPayments } from "./create-payments.ts";
import { createHandler } from "./handler.ts";

const payments = createPayments({
  store: memoryStore(),
  gateways: {},
  secret: "s".repeat(32),
});
const handler = createHandler(payments, { docs: true });
const ask = async (path: string, headers: Readonly<Record<string, string>>) =>
  handler(new Request(`http://localhost:4242${path}`, { headers }));

test.each(["ko", "en"])("in %s a browser loads less than 80 kB", async (language) => {
  const response = await ask(`/docs?lang=${language}`, { "Accept-Encoding": "gzip" });
  expect(response.headers.get("Content-Encoding")).toBe("gzip");
  expect((await response.arrayBuffer()).byteLength).toBeLessThan(80_000);
});

test.each([
  ["/docs", "ko-KR,ko;q=0.9,en;q=0.8", "ko", "Wonflow API 레퍼런스"],
  ["/docs", "en-US,en;q=0.9,ko;q=0.8", "en", "Wonflow API reference"],
  ["/docs?lang=ko", "en-US,en", "ko", "Wonflow API 레퍼런스"],
  ["/docs?lang=en", "ko-KR,ko", "en", "Wonflow API reference"],
  ["/docs?lang=ja", "ko-KR,ko", "ko", "Wonflow API 레퍼런스"],
])("%s for who accepts %s is in %s", async (path, accepted, language, title) => {
  const response = await ask(path, { "Accept-Language": accepted });
  const text = await response.text();
  expect(text).toContain(`<title>${title}</title>`);
  expect(text).toContain(`<html lang="${language}">`);
  expect(response.headers.get("Content-Language")).toBe(language);
  expect(response.headers.get("Vary")).toMatch(/Accept-Language.*Accept-Encoding/);
});
