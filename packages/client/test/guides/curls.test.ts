import path from "node:path";
import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { blocksOf, curlsIn, requestOf, openTestedService } from "./guide.ts";

const docs = path.resolve(import.meta.dirname, "../../../../docs");
const pages = readdirSync(docs, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".md"));

/** Refusals that mean that the page's call is itself wrong, whatever the state of the service. */
const neverRight = ["NOT_FOUND_PATH", "METHOD_NOT_ALLOWED", "UNSUPPORTED_MEDIA_TYPE", "INVALID_JSON"];

/** The service is at 4242 on all pages. What is at 3000 is a shop, whose own test sends what its page says. */
const isToShop = (call: string) => /\blocalhost:3000\b/.test(call);

test("every call of curl in the README and docs reaches an operation, with a body that it can read", async () => {
  const { handler } = await openTestedService();
  const calls = ["../README.md", ...pages].flatMap((page) =>
    curlsIn(blocksOf(page, "sh"))
      .filter((call) => !isToShop(call))
      .map((call) => ({ page, call })),
  );
  expect(calls.length).toBeGreaterThan(20);
  const codeOf = async (call: string): Promise<string> => {
    const answer = (await (await handler(requestOf(call))).json()) as { readonly code?: string };
    return answer.code ?? "ok";
  };
  const wrong: string[] = [];
  for (const { page, call } of calls) {
    const code = await codeOf(call);
    if (neverRight.includes(code)) wrong.push(`${page}: ${code} of ${call}`);
  }
  expect(wrong).toEqual([]);
  expect(await codeOf("curl -s http://localhost:4242/px/no/such/path")).toBe("NOT_FOUND_PATH");
});
