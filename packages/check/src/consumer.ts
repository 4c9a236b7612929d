import path from "node:path";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync, globSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import type { Package } from "@arethetypeswrong/core";
import { runStep } from "./step.ts";

export interface Consumer {
  readonly files: readonly string[];
  /** Checked by a compiler outside of this repository. */
  readonly code: string;
  readonly lib: readonly string[];
}

const compilerOptions = { module: "nodenext", target: "es2022", types: [], strict: true, noEmit: true };

export async function problemsFor(
  { files: wanted, code, lib }: Consumer,
  tarball: Package,
  root: string,
): Promise<readonly string[]> {
  const folder = `/node_modules/${tarball.packageName}/`;
  const files = tarball.listFiles().map((file) => file.slice(folder.length));
  const problems = [
    ...files.filter((file) => !wanted.includes(file)).map((file) => `${file} is in the tarball`),
    ...wanted.filter((file) => !files.includes(file)).map((file) => `${file} is not in the tarball`),
  ];
  const shop = mkdtempSync(path.join(tmpdir(), "wonflow-consumer-"));
  try {
    const write = (file: string, text: string) => {
      mkdirSync(path.dirname(path.join(shop, file)), { recursive: true });
      writeFileSync(path.join(shop, file), text);
    };
    for (const file of files) write(path.join(folder, file), tarball.readFile(folder + file));
    write("package.json", JSON.stringify({ type: "module" }));
    write("tsconfig.json", JSON.stringify({ compilerOptions: { ...compilerOptions, lib }, files: ["shop.ts"] }));
    write("shop.ts", code);
    const { ok, output } = await runStep({ title: "shop", command: ["tsc", "-p", shop, "--pretty", "false"] }, root);
    return ok ? problems : [...problems, ...output.trim().split("\n")];
  } finally {
    rmSync(shop, { recursive: true });
  }
}

/** Declarations that the README's snippets leave out, and calls that the types must refuse. */
const clientUses = `
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
  return { files, code: [...snippets, clientUses].join("\n"), lib: ["es2022", "dom"] };
}

const sdkFiles = [
  "LICENSE",
  "README.md",
  "dist/display.d.ts",
  "dist/error-codes.d.ts",
  "dist/global.d.ts",
  "dist/global.js",
  "dist/index.d.ts",
  "dist/index.js",
  "dist/loader.d.ts",
  "dist/loader.js",
  "dist/order.d.ts",
  "dist/payments-error.d.ts",
  "dist/payments-error.js",
  "dist/payments-sdk.js",
  "dist/script.d.ts",
  "dist/script.js",
  "dist/sdk.d.ts",
  "package.json",
];

/** Code of a shop that uses all of it, under a compiler outside of this repository. */
const sdkCode = `
import "@wonflow/sdk/global";
import { createSDK, errorCodes, isPaymentsError, isUserCancel, type PaymentRequest, type PaymentUnderWay, type Sdk } from "@wonflow/sdk";
import { loadPaymentsSDK, type PaymentsSDK as Loaded } from "@wonflow/sdk/loader";
import { etag, integrity, script } from "@wonflow/sdk/script";

const order: PaymentRequest = {
  amount: { value: 10_000 }, orderId: "order-20261120-0001", orderName: "Green tea", successUrl: "/ok", failUrl: "/fail",
};
export const byScript: Sdk = window.PaymentsSDK.createSDK("test_ck_docs", { display: "overlay", language: "en" });
export const byPackage: Sdk = createSDK("test_ck_docs", { baseUrl: "https://pay.example" });
export const loaded: Promise<Loaded | null> = loadPaymentsSDK({ src: "https://pay.example/payments-sdk/v1" });
export const texts: readonly string[] = [etag, integrity, script, ...errorCodes];
export async function pay(): Promise<PaymentUnderWay> {
  try {
    return await PaymentsSDK.createSDK("test_ck_docs").payment({ customerId: "ANONYMOUS" }).requestPayment(order);
  } catch (error) {
    if (isPaymentsError(error) && !isUserCancel(error)) alert(error.message + error.hint);
    throw error;
  }
}
// @ts-expect-error a key is a text
PaymentsSDK.createSDK(1);
// @ts-expect-error the script has nothing else
void PaymentsSDK.errorCodes;
`;

export const sdkConsumer: Consumer = { files: sdkFiles, code: sdkCode, lib: ["es2020", "dom"] };
