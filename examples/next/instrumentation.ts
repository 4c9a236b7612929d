/** Next.js calls it when the server starts: without it nothing is opened until somebody asks for something. */
export async function register(): Promise<void> {
  if (process.env["NEXT_RUNTIME"] !== "nodejs") return;
  const { wonflow } = await import("./app/payments.ts");
  await wonflow();
}
