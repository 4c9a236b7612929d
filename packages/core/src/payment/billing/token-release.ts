import { z } from "zod";
import type { IndexedKind } from "../../engine/commit/record.ts";
import { attemptKindRecord, attemptKindSchema, type CallTime } from "../../engine/attempt/attempt.ts";
import {
  openReleaseOf,
  releaseFields,
  releaseAgain,
  releaseCard,
  concludeRelease,
  resolveRelease,
} from "../../gateway/card-token-release.ts";
import { releaseKey } from "../intent/attempt-keys.ts";
import type { AttemptKind } from "../../engine/attempt/lost-answer.ts";
import type { GatewayContext } from "../../gateway/context.ts";
import { loadOnce } from "../../engine/commit/commit.ts";
import { intentRecord } from "../intent/intent.ts";
import type { Tenant } from "../../engine/tenant/tenant.ts";
import { billingKeyRecord } from "./billing-key.ts";

const tokenReleaseSchema = attemptKindSchema("token-release", { billkey: z.string(), ...releaseFields });

type TokenRelease = z.output<typeof tokenReleaseSchema>;

/** Releases a billing key's card. */
export const releaseRecord: IndexedKind<TokenRelease> = attemptKindRecord(tokenReleaseSchema);

/** The call that stored a card, and its token if an answer has arrived. */
interface Issued {
  readonly billkey: string;
  /** The key of that call. */
  readonly tokenKey: string;
  readonly gateway: string;
  readonly token: string | null;
  readonly tokenAskedAt: number;
  readonly tokenDeadline: number;
}

export function openRelease({ billkey, ...issued }: Issued, time: CallTime): TokenRelease {
  const stored = { ...issued, storedBy: "issueToken" } as const;
  return { ...openReleaseOf({ key: releaseKey(issued.tokenKey), kind: "token-release" }, stored, time), billkey };
}

const record = releaseRecord;

/** Releases a token when no payment is being charged with it, until the gateway acknowledges it. */
export const releaseKind: AttemptKind<GatewayContext, TokenRelease> = {
  name: "token-release",
  record,
  async findOut(context, tenant, attempt) {
    if (!(await isCharging(context, tenant, attempt.billkey))) return releaseCard(context, tenant, { record, attempt });
    const found = { outcome: "unknown", reason: "a payment is being charged with it" } as const;
    const after = await concludeRelease(context, tenant, { record, attempt, found });
    return after.ok ? after.value : attempt;
  },
  lookAgain: (context, tenant, attempt) => releaseAgain(context, tenant, { record, attempt }),
  resolve: (context, tenant, resolved) => resolveRelease(context, tenant, { record, ...resolved }),
};

async function isCharging(context: GatewayContext, tenant: Tenant, billkey: string): Promise<boolean> {
  const [key] = await loadOnce(context, tenant, (read) => read(billingKeyRecord.ref(billkey)));
  const refs = (key?.charging ?? []).map((intentKey) => intentRecord.ref(intentKey));
  const intents = await loadOnce(context, tenant, (read) => read(...refs));
  return intents.some((intent) => intent?.status === "IN_PROGRESS" && intent.openAttempt !== null);
}
