import { refuse, type Result } from "../../result.ts";
import { tenantId, type Owner } from "../../engine/tenant/tenant.ts";
import type { OperatorContext } from "./password-check.ts";
import { countTry } from "./password-tries.ts";
import { sourceOf, type SignInFrom, type Source } from "./sign-in-source.ts";

interface Typed {
  readonly tenant: Owner;
  readonly name: string;
  readonly password: string;
  readonly from: SignInFrom;
}

/** A password that fits. */
export interface RightPassword {
  readonly tenant: Owner;
  readonly name: string;
  readonly source: Source;
  /** The hash that it fits; the operator's may have been replaced meanwhile. */
  readonly passwordHash: string;
}

export const rightPasswordErrors = [
  "INCORRECT_OPERATOR_CREDENTIALS",
  "TOO_MANY_REQUESTS",
  "CONCURRENT_REQUEST",
] as const;

/**
 * Continues with the right password. A try is counted before its password is checked, so that requests at the same time
 * get no extra tries. A name without an operator is counted and locked like any other, and each refusal comes 2 seconds
 * after its request (`settings.signInRefusalMs`), so that neither answers nor times show which names exist.
 */
export async function withRightPassword<Answer extends Result<unknown>>(
  context: OperatorContext,
  { tenant, name, password, from }: Typed,
  goOn: (right: RightPassword) => Promise<Answer>,
) {
  const source = await sourceOf(context, { tenant, name }, from);
  return context.passwordCheck.admit(`${tenantId(tenant)} ${name}`, source, async () => {
    const refusal = context.clock.after(context.settings.signInRefusalMs);
    try {
      const answer = await tryPassword(context, { tenant, name, source, password }, goOn);
      if (!answer.ok && context.settings.signInRefusalMs > 0) await refusal.elapsed;
      return answer;
    } finally {
      refusal.cancel();
    }
  });
}

async function tryPassword<Answer extends Result<unknown>>(
  context: OperatorContext,
  { password, ...tried }: Omit<RightPassword, "passwordHash"> & { readonly password: string },
  goOn: (right: RightPassword) => Promise<Answer>,
) {
  const counted = await countTry(context, tried);
  if (!counted.ok) return counted;
  const { passwordHash, tries } = counted.value;
  const fits = await context.passwordCheck.fits(password, passwordHash, { source: tried.source, tries });
  if (!fits || passwordHash === undefined) return refuse("INCORRECT_OPERATOR_CREDENTIALS");
  return goOn({ ...tried, passwordHash });
}
