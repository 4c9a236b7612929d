import { shop, type AttackedService } from "../attacked/attacked-service.ts";

/** The books of the shop balance, and each balance is the sum of its postings. */
export async function auditProblems({ payments }: Pick<AttackedService, "payments">): Promise<readonly string[]> {
  const audit = await payments.ledger.audit(shop);
  return audit.differences.map((difference) => `the audit finds ${JSON.stringify(difference)}`);
}
