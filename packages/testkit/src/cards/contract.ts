import { casesOf, suiteOf } from "../contract-cases.ts";
import {
  approvalsAtOnceCases,
  cancellationsAtOnceCases,
  lookUpsAtOnceCases,
  reversalsAtOnceCases,
} from "./at-once-cases.ts";
import { approvalCases, lookUpCases, repeatedApprovalCases } from "./approval-cases.ts";
import { ambiguousCases, bookedApprovalCases, bookedCancellationCases, bookedReversalCases } from "./book-cases.ts";
import { cancellationCases, repeatedCancellationCases } from "./cancellation-cases.ts";
import { onlyFor, runCase, type CaseContext, type Cases, type Skip } from "./case-context.ts";
import { clockCases, settlingCases } from "./clock-cases.ts";
import { credentialsCases, twoCredentialsCases } from "./credentials-cases.ts";
import {
  approvalDeadlineCases,
  cancellationDeadlineCases,
  lookUpDeadlineCases,
  releaseDeadlineCases,
  reversalDeadlineCases,
} from "./deadline-cases.ts";
import {
  exactApprovalCases,
  exactAuthenticationCases,
  exactCancellationCases,
  exactLookUpCases,
  exactReversalCases,
} from "./exact-cases.ts";
import type { GatewayFixture } from "./fixture.ts";
import {
  lostApprovalCases,
  lostAuthenticationCases,
  lostCancellationCases,
  lostIssuingCases,
  lostLookUpCases,
  lostReleaseCases,
  lostReversalCases,
} from "./lost-call-cases.ts";
import {
  oddApprovalCases,
  oddAuthenticationCases,
  oddCancellationCases,
  oddIssuingCases,
  oddLookUpCases,
  oddReleaseCases,
  oddReversalCases,
  oddStatementCases,
} from "./odd-answer-cases.ts";
import { reversalCases, tombstoneCases } from "./reversal-cases.ts";
import { lostStatementCases, statementCases } from "./statement-cases.ts";
import {
  authenticationCases,
  checkedCardCases,
  issuingCases,
  releaseCases,
  releaseTombstoneCases,
  repeatedIssuingCases,
} from "./token-cases.ts";
import { windowContract } from "./window-cases.ts";

/** One test of the contract: it rejects if the gateway breaks the contract, and skips if the fixture can't tell. */
export interface GatewayCase {
  readonly of: string;
  readonly title: string;
  run(open: () => Promise<GatewayFixture>, skip: Skip): Promise<void>;
}

const settlesAtOnce = ({ promises }: CaseContext) => promises.settlesWithinMs === 0;
const mayArriveLate = "a call of this gateway may take effect after its deadline (settlesWithinMs)";
const repeatsCalls = (context: CaseContext) => context.repeatsCalls;
const notRepeated = "core never does this, and the fixture does not say that the gateway answers it (repeatsCalls)";

const contract: Readonly<Record<string, Cases>> = {
  authenticate: {
    ...authenticationCases,
    ...lostAuthenticationCases,
    ...oddAuthenticationCases,
    ...exactAuthenticationCases,
  },
  approve: {
    ...approvalCases,
    ...lostApprovalCases,
    ...bookedApprovalCases,
    ...oddApprovalCases,
    ...approvalDeadlineCases,
    ...exactApprovalCases,
    ...approvalsAtOnceCases,
    ...settlingCases,
  },
  lookUp: {
    ...lookUpCases,
    ...lostLookUpCases,
    ...ambiguousCases,
    ...oddLookUpCases,
    ...lookUpDeadlineCases,
    ...exactLookUpCases,
    ...lookUpsAtOnceCases,
    ...clockCases,
  },
  cancel: {
    ...cancellationCases,
    ...lostCancellationCases,
    ...bookedCancellationCases,
    ...oddCancellationCases,
    ...cancellationDeadlineCases,
    ...exactCancellationCases,
    ...cancellationsAtOnceCases,
  },
  reverse: {
    ...reversalCases,
    ...lostReversalCases,
    ...bookedReversalCases,
    ...oddReversalCases,
    ...reversalDeadlineCases,
    ...exactReversalCases,
    ...reversalsAtOnceCases,
  },
  issueToken: { ...issuingCases, ...lostIssuingCases, ...oddIssuingCases },
  releaseToken: { ...releaseCases, ...lostReleaseCases, ...oddReleaseCases, ...releaseDeadlineCases },
  "releaseToken of a checked card": onlyFor(
    ({ bound }) => bound.keyIn?.storesCheckedCards === true,
    "a check leaves no card at this gateway (storesCheckedCards)",
    checkedCardCases,
  ),
  "approve again": onlyFor(repeatsCalls, notRepeated, repeatedApprovalCases),
  "issueToken again": onlyFor(repeatsCalls, notRepeated, repeatedIssuingCases),
  "cancel again": onlyFor(
    ({ promises }) => promises.repeatsCancellations,
    "core never does this at this gateway (repeatsCancellations)",
    repeatedCancellationCases,
  ),
  credentials: onlyFor(
    ({ bound }) => bound.credentials !== undefined,
    "the gateway does not tell with which credentials it sends (credentials)",
    { ...credentialsCases, ...twoCredentialsCases },
  ),
  statement: onlyFor(({ bound }) => bound.statement !== undefined, "the gateway has no list of a day (statement)", {
    ...statementCases,
    ...lostStatementCases,
    ...oddStatementCases,
  }),
  "reverse first": onlyFor(settlesAtOnce, mayArriveLate, tombstoneCases),
  "releaseToken first": onlyFor(settlesAtOnce, mayArriveLate, releaseTombstoneCases),
};

/** Cases about typed and stored cards. What all payments share runs through the window of a gateway without them. */
const ofCards = /^(?:authenticate|issueToken|releaseToken)\b/;
const takesCards = ({ bound }: CaseContext) => bound.keyIn !== undefined;
const noCards = "the gateway takes no typed cards (keyIn)";

const everyCase: Readonly<Record<string, Cases>> = Object.fromEntries(
  Object.entries({ ...contract, ...windowContract }).map(([of, cases]) => [
    of,
    ofCards.test(of) ? onlyFor(takesCards, noCards, cases) : cases,
  ]),
);

/** Every test of {@link gatewayContract}, for other test runners. */
export const gatewayCases: readonly GatewayCase[] = casesOf(everyCase, (run) => (open, skip) => {
  return runCase(open, run, skip);
});

/**
 * The contract of core's card port as a vitest suite: with it core never loses, doubles or guesses money. Call it in a
 * test file; `open` is called for each test and gives a gateway that works, without faults. Every test uses keys and
 * approvals of its own, so a shared test account of a real gateway suffices.
 *
 * Required: true look-ups, of lost answers and requests too, and of calls that take effect late; a broken call is
 * unknown, never refused, not found or done, and so is one that is answered oddly (`oddNext`) or not in time; exact
 * amounts, keys and names; calls at once and around midnight; cancellations up to the approved amount; reversals that
 * undo; tokens that are good until they are released; times, names and masks that core can keep; tenants share nothing; with `reopen`,
 * all of that after a restart. Only where it is promised or said: tombstones (`settlesWithinMs` is 0), repeated
 * cancellations (`repeatsCancellations`), checked cards (`storesCheckedCards`), other repeated calls (`repeatsCalls`).
 * Only where the gateway has it: `credentials`, whose name may have been rotated, and `statement`, the list of a day;
 * `window`, with the fixture as its buyer: a gateway without `keyIn` is paid there in all tests; `readNotification`. A
 * test that needs a member of the fixture that is left out is skipped, and says which.
 *
 * @example
 * gatewayContract("my gateway", async () => ({
 *   gateway, // yours, with a test account
 *   card: {
 *     number: "…",
 *     expiryMonth: "12",
 *     expiryYear: "39",
 *     registNo: "900101",
 *     passwordFront2: "00",
 *     cvc: "123",
 *     ownerName: "홍길동",
 *     ownerPhoneNumber: "01012345678",
 *   },
 *   tenants: ["1:test", "2:test"],
 *   newKey: () => crypto.randomUUID(),
 *   deadline: () => Date.now() + 10_000,
 * }));
 */
export function gatewayContract(name: string, open: () => Promise<GatewayFixture>): void {
  suiteOf(`gateway contract: ${name}`, gatewayCases, (each, skip) => each.run(open, skip));
}
