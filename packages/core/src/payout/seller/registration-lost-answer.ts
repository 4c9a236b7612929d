import type { AttemptKind } from "../../engine/attempt/lost-answer.ts";
import { askPayoutBank, type PayoutBankContext } from "../bank/context.ts";
import { registrationRecord, type RegistrationAttempt } from "./registration-attempt.ts";
import { askToRegister } from "./registration-call.ts";
import { concludeRegistration } from "./registration-outcome.ts";

/** A registration is looked up, and sent again where the bank does not find it: it moves no money. */
export const registrationKind: AttemptKind<PayoutBankContext, RegistrationAttempt> = {
  name: "seller-registration",
  record: registrationRecord,
  async findOut(context, tenant, attempt) {
    const { key, sellerId } = attempt;
    const known = await askPayoutBank(context, { tenant, key }, (bank, question) =>
      bank.lookUpSeller({ ...question, key }),
    );
    const found = known.outcome === "not-found" ? await askToRegister(context, tenant, { key, sellerId }) : known;
    const concluded = await concludeRegistration(context, tenant, { attempt, found });
    return concluded.ok ? concluded.value : attempt;
  },
  async resolve(context, tenant, { attempt, evidence }) {
    // Only the bank knows the id of a seller that it has registered.
    const found =
      evidence.outcome === "done"
        ? ({ outcome: "unknown", reason: "the bank has not told its id of the seller" } as const)
        : ({ outcome: "refused", code: "PROVIDER_ERROR" } as const);
    return concludeRegistration(context, tenant, { attempt, found });
  },
};
