#!/usr/bin/env bash
# uPlot 1.6.32 in Chromium 153 (of @sparticuz/chromium 153.0.0): with LANG=C.UTF-8, as containers and kiosks have it,
# Chromium calls its language en-US@posix. uPlot hands that to
# Intl.NumberFormat while it is loaded, which throws a RangeError. A page whose script has uPlot inside does not begin,
# also where it draws no plot. With a language set for the page the same script works.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund uplot@1.6.32 playwright-core@1.65.1 @sparticuz/chromium@153.0.0
cat > seen.mjs <<'PROGRAM'
import assert from "node:assert/strict";
import sparticuz from "@sparticuz/chromium";
import { chromium } from "playwright-core";

async function seen(options) {
  const env = { ...process.env, LANG: "C.UTF-8", LANGUAGE: "", LC_ALL: "" };
  const browser = await chromium.launch({ executablePath: await sparticuz.executablePath(), args: ["--no-sandbox"], env });
  const page = await browser.newPage(options);
  const errors = [];
  page.on("pageerror", (error) => errors.push(`${error.name}: ${error.message}`));
  await page.addScriptTag({ path: "node_modules/uplot/dist/uPlot.iife.js" }).catch(() => {});
  const [language, loaded] = await page.evaluate(() => [navigator.language, typeof globalThis.uPlot]);
  await browser.close();
  console.log(language, loaded, errors);
  return [language, loaded, errors];
}

assert.deepEqual(await seen({}), ["en-US@posix", "undefined", ["RangeError: Invalid language tag: en-US@posix"]]);
assert.deepEqual(await seen({ locale: "ko-KR" }), ["ko-KR", "function", []]);
PROGRAM
node seen.mjs
