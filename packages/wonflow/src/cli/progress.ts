import yoctoSpinner from "yocto-spinner";

/** Tells how far some work is. */
export type Tell = (text: string) => void;

/**
 * Does work that may take a while. On a terminal it shows that something happens, and what; elsewhere nothing is drawn.
 *
 * @example
 * const audit = await withProgress("Merchant 7", () => payments.ledger.audit(tenant));
 */
export async function withProgress<Answer>(text: string, work: (tell: Tell) => Promise<Answer>): Promise<Answer> {
  if (!process.stderr.isTTY) return work(() => {});
  const spinner = yoctoSpinner({ text }).start();
  try {
    return await work((told) => (spinner.text = told));
  } finally {
    spinner.stop();
  }
}
