import { describe, expect, test } from "vitest";
import { createConsole } from "./create-console.ts";

const operator = { mId: 1, mode: "test", name: `d"o<cs`, password: "documentation" } as const;

describe("the page", () => {
  test.each([
    ["/console", "http://shop.example/console/assets/"],
    ["/console/", "http://shop.example/console/assets/"],
    ["/console/payments", "http://shop.example/console/assets/"],
    ["/console/payments/8Vk2Wm6Xs0Tz4Ud8Of1Lp", "http://shop.example/console/assets/"],
    ["/console/a/b/c/", "http://shop.example/console/assets/"],
  ])("finds its files from %s", async (path, folder) => {
    const { page, files } = await createConsole();
    const { text } = page(path, "ko");
    const named = [...text.matchAll(/(?:src|href)="([^"]+assets[^"]+)"/g)].map(
      ([, address = ""]) => new URL(address, `http://shop.example${path}`).href,
    );
    expect(named.toSorted()).toEqual(files.map(({ name }) => folder + name).toSorted());
  });

  test("speaks the visitor's language until its script runs", async () => {
    const { page } = await createConsole();
    expect(page("/console", "ko").text).toContain('<html lang="ko">');
    expect(page("/console", "en").text).toContain('<html lang="en">');
    expect(page("/console", "en").headers["Content-Language"]).toBe("en");
  });

  test("offers an operator only if configured, and escapes its text", async () => {
    expect((await createConsole()).page("/console", "ko").text).not.toMatch(/data-operator|data-development/);
    const { text } = (await createConsole({ isDevelopment: true })).page("/console", "ko", operator);
    expect(text).toContain("data-development");
    expect(text).toContain("&quot;d\\&quot;o&lt;cs&quot;");
    expect(text).not.toContain(`d"o<cs`);
  });

  test("may load its own files, call its own service, and nothing else", async () => {
    const policy = (await createConsole()).page("/console", "ko").headers["Content-Security-Policy"];
    expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; /);
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).not.toMatch(/unsafe|http|\*/);
  });

  test("has neither script nor style of its own", async () => {
    const { text } = (await createConsole()).page("/console", "ko", operator);
    expect(text).not.toMatch(/<script(?![^>]* src=)|<style| style=| on\w+=/);
  });
});

test("a file's name changes with its content", async () => {
  const { files } = await createConsole();
  for (const { name } of files) expect(name).toMatch(/^[A-Za-z0-9]{16}\.(?:js|css)$/);
  expect(new Set(files.map(({ name }) => name)).size).toBe(2);
});
