import yoctoSpinner from "yocto-spinner";

export type Tell = (text: string) => void;

/**
 * Does work that may take a while, with a spinner on a terminal.
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
