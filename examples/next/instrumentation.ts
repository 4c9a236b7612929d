/** Next.js calls this when the server starts. Without it the service opens at the first request only. */
export async function register(): Promise<void> {
  if (process.env["NEXT_RUNTIME"] !== "nodejs") return;
  const { wonflow } = await import("./app/payments.ts");
  await wonflow();
}
