import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Package } from "@arethetypeswrong/core";
import { runStep } from "./step.ts";

/** All that the SDK's users get: modules with their types, the script as it is served, and what is to be read. */
const wanted = [
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

/** Code of a shop that uses all of it, under a compiler that knows nothing of this repository. */
const consumer = `
import "@wonflow/sdk/global";
import { createSDK, errorCodes, isPaymentsError, isUserCancel, type PaymentRequest, type Sdk } from "@wonflow/sdk";
import { loadPaymentsSDK, type PaymentsSDK as Loaded } from "@wonflow/sdk/loader";
import { etag, integrity, script } from "@wonflow/sdk/script";

const order: PaymentRequest = {
  amount: { value: 10_000 }, orderId: "order-20261120-0001", orderName: "Green tea", successUrl: "/ok", failUrl: "/fail",
};
export const byScript: Sdk = window.PaymentsSDK.createSDK("test_ck_docs", { display: "overlay", language: "en" });
export const byPackage: Sdk = createSDK("test_ck_docs", { baseUrl: "https://pay.example" });
export const loaded: Promise<Loaded | null> = loadPaymentsSDK({ src: "https://pay.example/payments-sdk/v1" });
export const texts: readonly string[] = [etag, integrity, script, ...errorCodes];
export async function pay(): Promise<never> {
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

const compilerOptions = { module: "nodenext", target: "es2020", lib: ["es2020", "dom"], types: [], strict: true };

/** What is wrong with the SDK's tarball: what is in it, and how its types work for who installs it. */
export async function problemsOfSdk(tarball: Package, root: string): Promise<readonly string[]> {
  const folder = `/node_modules/${tarball.packageName}/`;
  const files = tarball.listFiles().map((file) => file.slice(folder.length));
  const problems = [
    ...files.filter((file) => !wanted.includes(file)).map((file) => `${file} is in the tarball`),
    ...wanted.filter((file) => !files.includes(file)).map((file) => `${file} is not in the tarball`),
  ];
  const shop = mkdtempSync(path.join(tmpdir(), "wonflow-sdk-"));
  try {
    const write = (file: string, text: string) => {
      mkdirSync(path.dirname(path.join(shop, file)), { recursive: true });
      writeFileSync(path.join(shop, file), text);
    };
    for (const file of files) write(path.join(folder, file), tarball.readFile(folder + file));
    write("package.json", JSON.stringify({ type: "module" }));
    write(
      "tsconfig.json",
      JSON.stringify({ compilerOptions: { ...compilerOptions, noEmit: true }, files: ["shop.ts"] }),
    );
    write("shop.ts", consumer);
    const { ok, output } = await runStep({ title: "shop", command: ["tsc", "-p", shop, "--pretty", "false"] }, root);
    return ok ? problems : [...problems, ...output.trim().split("\n")];
  } finally {
    rmSync(shop, { recursive: true });
  }
}
