/** What every example may use without declaring it: what a reader of the docs has at hand by then. */
export const prelude = `
import type { BinRow, BinTable, CardNetwork, CatalogCard, Clock, Ids, OpenCheckoutInput, Payments, Tenant, Vault } from "@wonflow/core";
import type { Payment, Sdk } from "@wonflow/sdk";

declare global {
  const payments: Payments;
  const tenant: Tenant;
  const intentKey: string;
  const orderId: string;
  const network: CardNetwork;
  const clock: Clock;
  const ids: Ids;
  const vault: Vault;
  const handler: (request: Request) => Promise<Response>;
  /** Card data that an importer has read. */
  const rows: readonly BinRow[];
  const table: BinTable;
  const cards: readonly CatalogCard[];
  const log: { error(what: unknown): void };
  /** What a page pays with. */
  const sdk: Sdk;
  const payment: Payment;
  const order: OpenCheckoutInput;
}
`;
