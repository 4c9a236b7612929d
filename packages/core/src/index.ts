export { accountNames, accounts, emptyBalances, type Account, type Balances, type Side } from "./ledger/accounts.ts";
export { assertBalanced, credit, debit, normalDelta, type Entry, type Posting } from "./ledger/posting.ts";
export type * from "./store.ts";
export { assertWellFormed, keyText } from "./change-set.ts";
export type * from "./cards/network.ts";
export type * from "./ports.ts";
export { parseTenantId, platform, tenantId, type Mode, type Tenant, type TenantId } from "./merchant/tenant.ts";
export { errorCatalogue, errorCodes, isErrorCode, type ErrorCode, type ErrorEntry, type Retry } from "./errors.ts";
export { ok, refuse, type FieldProblem, type Refusal, type Result } from "./result.ts";
