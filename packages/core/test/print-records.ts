/**
 * Prints one body of every shape of record that the service writes, as JSON, for the tests of later versions:
 * `pnpm release:keep`.
 *
 *     node --conditions=source packages/core/test/print-records.ts > packages/core/test/released-records/<version>.json
 */
import { everyShape } from "./every-shape.ts";

process.stdout.write(`${JSON.stringify(await everyShape(), null, 2)}\n`);
