import { copyFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import path from "node:path";

/*
 * Keeps the SDK's script of the version that has just been published, so that services go on serving it when a newer
 * one is there. Text that a formatter leaves alone: its hash stands in merchants' pages.
 */
const sdk = path.resolve(import.meta.dirname, "../../sdk");
const { version } = JSON.parse(readFileSync(path.join(sdk, "package.json"), "utf8")) as { readonly version: string };
const kept = path.join(sdk, "released", `${version}.txt`);
if (existsSync(kept)) throw new Error(`${version} is kept already, and stays what it is`);
mkdirSync(path.dirname(kept), { recursive: true });
copyFileSync(path.join(sdk, "dist/payments-sdk.js"), kept);
