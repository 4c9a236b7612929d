import type { CancellationRefusal, CardRefusal, AuthenticationRefusal } from "@wonflow/core";
import type { Fault } from "../calls/faults.ts";

/** The failure of a test card, and the call that fails. */
export type CardFailure =
  /** Also refused when it is stored. */
  | { readonly at: "authenticate"; readonly refuse: AuthenticationRefusal }
  /** With `untilDay`, refused until that day of each month only, in Korea. */
  | { readonly at: "approve"; readonly refuse: CardRefusal; readonly untilDay?: number }
  /** Refused in installments only. */
  | { readonly at: "installments"; readonly refuse: CardRefusal }
  | { readonly at: "cancel"; readonly refuse: CancellationRefusal }
  | { readonly at: "issueToken"; readonly refuse: AuthenticationRefusal }
  | { readonly at: "approve" | "cancel" | "issueToken"; readonly fault: Fault };

export interface TestCard {
  /** Part of the card's tokens: lower-case letters, digits and hyphens. */
  readonly name: string;
  /** Digits only. Fictitious: no card table has its first digits. */
  readonly number: string;
  readonly brand: "VISA" | "MASTERCARD" | "AMEX" | "JCB" | "UNIONPAY" | "LOCAL";
  /** Two-character card company code. */
  readonly issuerCode: string;
  readonly issuerName: string;
  /** For the reader of docs/test-cards.md. */
  readonly effect: string;
  /** Absent: every call succeeds. */
  readonly failure?: CardFailure;
}

type Issuer = Pick<TestCard, "brand" | "issuerCode" | "issuerName">;

function issuer(brand: TestCard["brand"], issuerCode: string, issuerName: string): Issuer {
  return { brand, issuerCode, issuerName };
}

const kb = issuer("VISA", "11", "KB국민");
const shinhan = issuer("VISA", "41", "신한");
const samsung = issuer("VISA", "51", "삼성");
const hyundai = issuer("VISA", "61", "현대");
const lotte = issuer("VISA", "71", "롯데");

function card(name: string, number: string, from: Issuer) {
  return { name, number, ...from };
}

function good(name: string, number: string, from: Issuer): TestCard {
  return { ...card(name, number, from), effect: "Everything succeeds" };
}

/** Numbers 4000 0001 …: refused when the buyer authenticates. */
function refusedAtAuthentication(name: string, number: string, refuse: AuthenticationRefusal): TestCard {
  const effect = `Authentication is refused: \`${refuse}\``;
  return { ...card(name, number, kb), effect, failure: { at: "authenticate", refuse } };
}

/** Numbers 4000 0002 …: authenticated, then refused when the payment is approved. */
function refusedAtApproval(name: string, number: string, refuse: CardRefusal): TestCard {
  const effect = `Approval is refused: \`${refuse}\``;
  return { ...card(name, number, shinhan), effect, failure: { at: "approve", refuse } };
}

const lateArrivalMs = 60_000;

/** Every test card of the sandbox; any other number is refused with `INVALID_CARD_NUMBER`. */
export const testCards: readonly TestCard[] = [
  good("kb", "4000000000110009", kb),
  good("shinhan", "5400000000410006", issuer("MASTERCARD", "41", "신한")),
  good("samsung", "4000005100000000", samsung),
  good("hyundai", "5400006100000001", issuer("MASTERCARD", "61", "현대")),
  good("lotte", "4000007100000006", lotte),
  good("hana", "5400002100000000", issuer("MASTERCARD", "21", "하나")),
  good("woori", "4000003300000003", issuer("VISA", "33", "우리BC")),
  good("kakaobank", "5400001500000008", issuer("MASTERCARD", "15", "카카오뱅크")),
  good("bc-local", "9400000000310001", issuer("LOCAL", "31", "BC")),
  good("nh-local", "9400009100000000", issuer("LOCAL", "91", "NH농협")),
  good("amex", "340000000071000", issuer("AMEX", "7A", "Amex")),
  good("jcb", "3528000000041001", issuer("JCB", "4J", "JCB")),
  good("unionpay", "6200000000031000", issuer("UNIONPAY", "3C", "UnionPay")),

  refusedAtAuthentication("bad-number", "4000000100010000", "INVALID_CARD_NUMBER"),
  refusedAtAuthentication("bad-expiry", "4000000100020009", "INVALID_CARD_EXPIRATION"),
  refusedAtAuthentication("stopped", "4000000100030008", "INVALID_STOPPED_CARD"),
  refusedAtAuthentication("lost-or-stolen", "4000000100040007", "INVALID_CARD_LOST_OR_STOLEN"),
  refusedAtAuthentication("not-usable", "4000000100050006", "INVALID_REJECT_CARD"),
  refusedAtAuthentication("too-many-tries", "4000000100060005", "EXCEED_MAX_AUTH_COUNT"),

  refusedAtApproval("no-funds", "4000000200010009", "REJECT_CARD_PAYMENT"),
  refusedAtApproval("company-says-no", "4000000200020008", "REJECT_CARD_COMPANY"),
  refusedAtApproval("daily-count", "4000000200030007", "EXCEED_MAX_DAILY_PAYMENT_COUNT"),
  refusedAtApproval("payment-limit", "4000000200040006", "EXCEED_MAX_PAYMENT_AMOUNT"),
  refusedAtApproval("daily-limit", "4000000200050005", "EXCEED_MAX_ONE_DAY_AMOUNT"),
  refusedAtApproval("risk", "4000000200060004", "FDS_ERROR"),
  refusedAtApproval("company-error", "4000000200070003", "CARD_PROCESSING_ERROR"),
  refusedAtApproval("gateway-error", "4000000200080002", "PROVIDER_ERROR"),
  refusedAtApproval("stopped-meanwhile", "4000000200090001", "INVALID_STOPPED_CARD"),
  {
    ...card("no-installments", "4000000200100008", shinhan),
    effect:
      "A lump sum is approved as usual; only installments are refused: `NOT_SUPPORTED_INSTALLMENT_PLAN_CARD_OR_MERCHANT`",
    failure: { at: "installments", refuse: "NOT_SUPPORTED_INSTALLMENT_PLAN_CARD_OR_MERCHANT" },
  },
  {
    ...card("waits-for-payday", "4000000200110007", shinhan),
    effect: "Approval is refused on the 1st, 2nd and 3rd of a month, in Korea: `REJECT_CARD_PAYMENT`",
    failure: { at: "approve", refuse: "REJECT_CARD_PAYMENT", untilDay: 3 },
  },

  // Numbers 4000 0003 …: a fault on the way of the approval.
  {
    ...card("answer-lost", "4000000300010008", samsung),
    effect: "Approved, but the answer is lost: the outcome is unknown until it is looked up",
    failure: { at: "approve", fault: { kind: "answer-lost" } },
  },
  {
    ...card("never-arrives", "4000000300020007", samsung),
    effect:
      "The approval never reaches the gateway: the outcome is unknown for about two and a half minutes, then the payment is ABORTED; nothing is charged",
    failure: { at: "approve", fault: { kind: "refused-connection" } },
  },
  {
    ...card("answers-late", "4000000300030006", samsung),
    effect: "Approved, but the answer comes a second after its deadline",
    failure: { at: "approve", fault: { kind: "late" } },
  },
  {
    ...card("arrives-late", "4000000300040005", samsung),
    effect: "The connection breaks; the approval reaches the gateway a minute later: the outcome is unknown until then",
    failure: { at: "approve", fault: { kind: "arrives-late", ms: lateArrivalMs } },
  },
  {
    ...card("wrong-amount", "4000000300050004", samsung),
    effect: "Approved as asked, but the answer names another amount; a look-up names the right one",
    failure: { at: "approve", fault: { kind: "wrong-amount" } },
  },

  {
    ...card("no-refund", "4000000400010007", hyundai),
    effect: "Approved; every cancellation is refused: `REFUND_REJECTED`",
    failure: { at: "cancel", refuse: "REFUND_REJECTED" },
  },
  {
    ...card("refund-answer-lost", "4000000400020006", hyundai),
    effect: "Approved; a cancellation takes effect, but its answer is lost",
    failure: { at: "cancel", fault: { kind: "answer-lost" } },
  },
  {
    ...card("refund-never-arrives", "4000000400030005", hyundai),
    effect:
      "Approved; a cancellation never reaches the gateway: its outcome is unknown for about two and a half minutes, then it is refused; nothing is refunded",
    failure: { at: "cancel", fault: { kind: "refused-connection" } },
  },

  {
    ...card("not-storable", "4000000500010006", lotte),
    effect: "No billing key is issued: `NOT_SUPPORTED_CARD_TYPE`",
    failure: { at: "issueToken", refuse: "NOT_SUPPORTED_CARD_TYPE" },
  },
  {
    ...card("issuing-answer-lost", "4000000500020005", lotte),
    effect: "The card is stored, but the answer is lost: no billing key is issued, and the token is released",
    failure: { at: "issueToken", fault: { kind: "answer-lost" } },
  },
  {
    ...card("issuing-never-arrives", "4000000500030004", lotte),
    effect: "The request to store the card never reaches the gateway: no billing key is issued, nothing is stored",
    failure: { at: "issueToken", fault: { kind: "refused-connection" } },
  },
];
