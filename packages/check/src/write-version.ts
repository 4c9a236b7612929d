import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { readManifest } from "./workspace.ts";

/* Writes the version that changesets gave to the packages where code contains it: in the OpenAPI document and the command. */
const http = path.resolve(import.meta.dirname, "../../http");
const file = path.join(http, "src/openapi/version.ts");
const { version } = readManifest(readFileSync(path.join(http, "package.json"), "utf8"));
const text = readFileSync(file, "utf8");
const written = text.replace(/(?<=version = ")[^"]+/, version);
if (!written.includes(`"${version}"`)) throw new Error(`${file} has no version to write`);
writeFileSync(file, written);
