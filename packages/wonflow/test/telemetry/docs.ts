import { readFileSync } from "node:fs";
import { join } from "node:path";

/** docs/observability.md as it is. */
const docs = readFileSync(join(import.meta.dirname, "../../../../docs/observability.md"), "utf8");

/** What its table says of each metric: its unit and kind. */
export const documentedMetrics = Object.fromEntries(
  [...docs.matchAll(/^\| `([\w.]+)` \| (histogram|gauge|counter), (\S+) \|/gm)].map(([, name = "", kind, unit]) => [
    name,
    `${unit} ${kind}`,
  ]),
);

/** Its program. */
export const program = /^```js\n(.*?)^```$/ms.exec(docs)?.[1] ?? "";

/** The kinds of notices in its table, with their levels. */
export const documentedNotices = [...docs.matchAll(/^\| (`[\w-]+`(?:, `[\w-]+`)*) \| (warn|error) \|/gm)].flatMap(
  ([, kinds = "", level]) => [...kinds.matchAll(/`([\w-]+)`/g)].map(([, kind]) => `${kind} ${level}`),
);
