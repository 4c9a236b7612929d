import type { CardDetails, TenantId } from "@wonflow/core";
import { testCards, type TestCard } from "./test-cards.ts";

const tokenPattern = /^sbx_([a-z0-9-]+)(?:\.(\d\d)(\d\d))?_([^_]+)_[A-Za-z0-9_-]{16,}$/;

/** A card's last month, two digits each. */
export type Expiry = Pick<CardDetails, "expiryYear" | "expiryMonth">;

/** `sbx_kb_1:test_x1f…`, which needs no storage. `distinct` makes it unique, in 16 characters or more. */
export function newToken(card: TestCard, tenant: TenantId, distinct: string): string {
  return `sbx_${card.name}_${tenant}_${distinct}`;
}

export function newStoredToken(
  card: TestCard,
  tenant: TenantId,
  { distinct, expiryYear, expiryMonth }: Expiry & { readonly distinct: string },
): string {
  return `sbx_${card.name}.${expiryYear}${expiryMonth}_${tenant}_${distinct}`;
}

/** The test card of a token; undefined for another tenant's token and any other text. */
export function cardOfToken(token: string, tenant: TenantId): TestCard | undefined {
  const [, name, , , of] = tokenPattern.exec(token) ?? [];
  return of === tenant ? testCards.find((card) => card.name === name) : undefined;
}

/** The last month of a stored card, by its token; undefined if the token has none. */
export function expiryOfToken(token: string): Expiry | undefined {
  const [, , expiryYear, expiryMonth] = tokenPattern.exec(token) ?? [];
  return expiryYear === undefined || expiryMonth === undefined ? undefined : { expiryYear, expiryMonth };
}
