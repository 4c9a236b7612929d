/** Names that every example may use without declaring them: a reader of the docs has them at hand by then. */
export const prelude = `
import type { Client } from "@wonflow/client";
import type { BankHolidays, BinRow, BinTable, Gateway, CatalogCard, Clock, Ids, OpenCheckoutInput, Payments, PaymentsOptions, PayoutBank, Store, Tenant, Vault } from "@wonflow/core";
import type { openApiDocument as newDocument } from "@wonflow/http";
import type { Payment, Sdk } from "@wonflow/sdk";
import type { GatewayFixture, PayoutBankFixture, RateLimiterFixture } from "@wonflow/testkit";
import type { createServer as newServer } from "node:http";
import type { memoryStore as newMemoryStore } from "@wonflow/store-memory";
import type { z as zod } from "zod";

declare global {
  const payments: Payments;
  const tenant: Tenant;
  const intentKey: string;
  const orderId: string;
  const settlementId: string;
  const sellerId: string;
  const billkey: string;
  const payoutId: string;
  const holidays: BankHolidays;
  /** Of a checkout link. */
  const token: string;
  /** An API key. */
  const key: string;
  const gateway: Gateway;
  const bank: PayoutBank;
  const gateways: PaymentsOptions["gateways"];
  const store: Store;
  const memoryStore: typeof newMemoryStore;
  const openApiDocument: typeof newDocument;
  const secret: string;
  const clock: Clock;
  const ids: Ids;
  const vault: Vault;
  const handler: (request: Request) => Promise<Response>;
  /** Card data that an importer has read. */
  const rows: readonly BinRow[];
  const table: BinTable;
  const cards: readonly CatalogCard[];
  const z: typeof zod;
  const log: { error(what: unknown): void };
  /** A merchant's server's. */
  const wonflow: Client;
  /** The SDK's payment of a page. */
  const sdk: Sdk;
  const payment: Payment;
  const order: OpenCheckoutInput;
  /** Made by the reader of a page: adapters, and the systems that they are tried on. */
  const myGateway: (account: string) => GatewayFixture["gateway"];
  const testAccount: string;
  const myPayoutBank: (system: unknown) => PayoutBankFixture["bank"];
  const testSystem: {
    today(): string;
    now(): number;
    letTimePass(ms: number): Promise<void>;
    breakNext: NonNullable<PayoutBankFixture["breakNext"]>;
  };
  const myRateLimiter: (server: unknown) => RateLimiterFixture["limiters"][number];
  const testServer: { letTimePass(ms: number): Promise<void>; stop(): Promise<void> };
  const yourUserOf: (request: Request) => Promise<{ readonly mId: number; readonly isOwner: boolean; readonly name: string } | undefined>;
  const createServer: typeof newServer;
  const place: { readonly dataDir: string };
}
`;
