#!/usr/bin/env node
import { readFileSync } from "node:fs";
import { create } from "./create.ts";
import type { Manifest } from "./project.ts";
import { languageOf } from "./words.ts";

const manifest = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as Manifest;
const { stdin: input, stdout: output, stderr: errors } = process;
// A reader may leave early, as `head` does: the project is created all the same.
for (const stream of [output, errors]) {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });
}
const language = languageOf(process.env, Intl.DateTimeFormat().resolvedOptions().locale);

process.exitCode = await create(process.argv.slice(2), {
  input,
  output,
  errors,
  language,
  manifest,
  folder: process.cwd(),
  nodeVersion: process.versions.node,
});
