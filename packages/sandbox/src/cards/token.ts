import type { TenantId } from "@wonflow/core";
import { testCards, type TestCard } from "./test-cards.ts";

const tokenPattern = /^sbx_([a-z0-9-]+)_([^_]+)_[A-Za-z0-9_-]{16,}$/;

/**
 * A token that says which test card it stands for and for which tenant, so that nothing needs to be stored and it
 * works after a restart: `sbx_kb_1:test_x1f…`. `distinct` tells it from others, in 16 characters or more.
 */
export function newToken(card: TestCard, tenant: TenantId, distinct: string): string {
  return `sbx_${card.name}_${tenant}_${distinct}`;
}

/** The test card that a token stands for; undefined for another tenant's token and for anything else. */
export function cardOfToken(token: string, tenant: TenantId): TestCard | undefined {
  const match = tokenPattern.exec(token);
  if (match === null || match[2] !== tenant) return undefined;
  return testCards.find((card) => card.name === match[1]);
}
