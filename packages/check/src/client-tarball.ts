import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Consumer } from "./consumer.ts";

/** Declarations that the README's snippets leave out, and calls that the types must refuse. */
const wrongUses = `
declare const process: { readonly env: Readonly<Record<string, string | undefined>> };
export const named: string = session.checkoutUrl;
export const status: "READY" | "IN_PROGRESS" | "DONE" | "PARTIAL_CANCELED" | "CANCELED" | "EXPIRED" | "ABORTED" = (
  await wonflow.intents.lookUp({ orderId: order.orderId })
).status;
// @ts-expect-error an order has an amount
void wonflow.sessions.create({ orderId: "order-20261120-0001" });
// @ts-expect-error an amount is a number
verifyRedirect("", { orderId: "order-20261120-0001", amount: "10000" });
// @ts-expect-error there is no such code
export const isCode = (error: unknown) => isWonflowError(error) && error.code === "NO_SUCH_CODE";
export { cancelPart, receive, success };
`;

export function clientConsumer(root: string): Consumer {
  const readme = readFileSync(path.join(root, "packages/client/README.md"), "utf8");
  const snippets = [...readme.matchAll(/^```ts\n([^]+?)^```/gm)].map(([, code = ""]) => code);
  // Every module's declarations, and one bundle.
  const modules = globSync("*.ts", { cwd: path.join(root, "packages/client/src"), exclude: ["*.test.ts"] });
  const declarations = modules.map((file) => `dist/${file.replace(/ts$/, "d.ts")}`);
  const files = ["LICENSE", "README.md", ...declarations, "dist/index.js", "package.json"];
  return { files, code: [...snippets, wrongUses].join("\n"), lib: ["es2022", "dom"] };
}
