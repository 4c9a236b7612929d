import path from "node:path";
import { isAllowed, shippedWith } from "./shipped-licenses.ts";
import { readTree } from "./tree.ts";
import { packagesOf, publishable } from "./workspace.ts";

/* Lists the licenses of everything that comes with the published packages, and fails for one that is not allowed. */
const root = path.resolve(import.meta.dirname, "../../..");

for (const { name, version, license } of shippedWith(root, publishable(packagesOf(readTree(root))))) {
  console.log(`${`${name} ${version}`.padEnd(48)}${license}`);
  if (isAllowed(license)) continue;
  console.error(`${name} ${version}: ${license} is not allowed here`);
  process.exitCode = 1;
}
