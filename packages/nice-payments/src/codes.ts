import type {
  ApprovalRefusal,
  AuthenticationRefusal,
  CancellationRefusal,
  ErrorCode,
  ReversalRefusal,
  Outcome,
} from "@wonflow/core";
import type { Said, Reply, Unknown } from "./api.ts";

/*
 * The provider's codes, one by one, for each call, as a code may mean one thing of a payment and another of a
 * cancellation (2011, 2012, 2032). Only a code that says that nothing happened is here. Any other is unknown: a fault of
 * the provider's systems or lines (2000, A110, A226, A299, A4xx, S999, T00x, U303, U50x, X00x), an order id that was used
 * before (A127, P015, U112), an approval that exists (2156, 2201).
 */

type Codes<Code extends ErrorCode> = Readonly<Record<string, Code>>;

function each<Code extends ErrorCode>(code: Code, ...codes: readonly string[]): Codes<Code> {
  return Object.fromEntries(codes.map((one) => [one, code]));
}

/** Refusals that are the merchant's or the service's fault, of any call. */
const account = {
  // Keys, signatures, and an address from which calls are not allowed.
  ...each("UNAUTHORIZED_PROVIDER_KEY", "U101", "U102", "U103", "U104", "U304", "U305", "U306", "U312"),
  ...each("UNAUTHORIZED_PROVIDER_KEY", "A101", "A211", "A224", "U116", "U117", "U118", "U315", "P001", "P014"),
  // A shop that is unknown, stopped, or lacks a contract for what was asked.
  ...each("PROVIDER_NOT_AGREED", "U108", "U109", "U110", "U119", "U313", "U316", "A109", "A114", "A128", "A302"),
  ...each("PROVIDER_NOT_AGREED", "A303", "A305", "P005", "P006", "P016", "2151", "2152", "2157", "V005"),
  ...each("PROVIDER_NOT_AGREED", "3012", "3013", "3014", "3051", "3091", "F115", "F116", "F117"),
  // Too many calls at once.
  ...each("EXCEED_PROVIDER_LIMIT", "A246", "V003"),
} as const;

/** A request that the provider did not even begin with: fields that are missing, too long or of another kind. */
const malformed = {
  ...each("PROVIDER_ERROR", "U100", "U105", "U124", "U125", "U130", "U131", "U132", "A102", "A106", "A117", "A147"),
  ...each("PROVIDER_ERROR", "A212", "9000", "9001", "P007", "P008", "P009", "P010", "P011", "P012", "P024"),
} as const;

/** A stored card that can't be charged: never stored here, or released. */
const noStoredCard = ["A124", "A125", "A126", "A223", "A255", "U115", "U309"] as const;

const badCard = {
  "3011": "INVALID_CARD_NUMBER",
  "3021": "INVALID_CARD_EXPIRATION",
  "3095": "REJECT_CARD_COMPANY",
} as const;

export const approvalCodes: Codes<ApprovalRefusal> = {
  ...account,
  ...malformed,
  ...badCard,
  ...each("INVALID_REJECT_CARD", ...noStoredCard, "3053", "3055", "3056", "3057", "3061", "A241", "F118", "P021"),
  ...each("INVALID_CARD_INSTALLMENT_PLAN", "3022", "P028", "V004"),
  "3023": "EXCEED_MAX_CARD_INSTALLMENT_PLAN",
  ...each("NOT_SUPPORTED_INSTALLMENT_PLAN_CARD_OR_MERCHANT", "3024", "3031", "3032", "3033", "3034", "P037"),
  // Amounts that are too small or do not add up.
  ...each("PROVIDER_ERROR", "3041", "A113", "A116", "P013", "P017", "P034", "P036", "U113", "U127", "U321", "1615"),
  "2032": "PROVIDER_ERROR",
};

/** Of a payment that its buyer authenticated in the window. */
export const windowApprovalCodes: Codes<ApprovalRefusal> = {
  ...approvalCodes,
  // Another amount than was authenticated, an authentication that is too old, canceled or failed, and a bank's refusal.
  // Of a bank's other answers (4003 to 4008) none says that nothing was withdrawn.
  ...each("PROVIDER_ERROR", "A123", "A245", "U311", "4001", "4002"),
};

/** A tid or order id that is used up: by this call, if something on the way has sent it twice. */
const usedUp = ["U112", "U114", "A127", "P015"] as const;

/** No such authentication: none was made, or it is used up and forgotten. */
export const noAuthentication: ReadonlySet<string> = new Set(["U121", "A210", "P018", "P019"]);

/** Codes of an approval in the window that a look-up must explain. */
export const toLookUp: ReadonlySet<string> = new Set([...usedUp, ...noAuthentication]);

/** How a browser reports that its buyer has left the window. */
export const leftCodes: ReadonlySet<string> = new Set(["I002", "P091"]);

export const authenticationCodes: Codes<AuthenticationRefusal> = {
  ...account,
  ...malformed,
  ...badCard,
  // It could not be deciphered: with another secret key than this account's.
  ...each("UNAUTHORIZED_PROVIDER_KEY", "A204", "U314"),
  ...each("INVALID_CARD_NUMBER", "F112", "V504"),
  ...each("INVALID_CARD_EXPIRATION", "V510", "V511", "V512"),
  V513: "INVALID_CARD_PASSWORD",
  ...each("INVALID_CARD_IDENTITY", "F113", "VA09"),
  ...each("NOT_SUPPORTED_CARD_TYPE", "3053", "3055", "3056", "3057", "F118", "P021"),
  // The manual lets a card be stored several times, and has this code all the same.
  F201: "ALREADY_STORED_CARD",
};

export const cancellationCodes: Codes<CancellationRefusal> = {
  ...account,
  ...malformed,
  ...each("REFUND_REJECTED", "2003", "2012", "2014", "2016", "2017", "2018", "2019", "2031"),
  ...each("REFUND_REJECTED", "A115", "A122", "A251", "U107", "U120", "U122"),
  ...each("NOT_ALLOWED_PARTIAL_REFUND", "1534", "2029", "2030", "2033", "U128"),
  ...each("NOT_MATCHES_REFUNDABLE_AMOUNT", "2010", "2011", "2032", "U123", "U318", "U319"),
  "2028": "PROVIDER_NOT_AGREED",
  // Of what can be canceled, and of the unsettled money that the provider holds for the shop.
  ...each("EXCEED_PROVIDER_LIMIT", "2023", "2026"),
};

export const reversalCodes: Codes<ReversalRefusal> = {
  ...account,
  ...malformed,
  ...each("NOT_CANCELABLE_PAYMENT", "2014", "2016", "2020"),
};

export const releaseCodes = { ...account, ...malformed } as const;

/** A card that is not stored, or was released. */
export const noCardCodes: ReadonlySet<string> = new Set(["A124", "A125", "A126", "A223", "U115", "U309"]);

/** A payment that the provider does not find. */
export const notFoundCodes: ReadonlySet<string> = new Set(["A118", "A214", "A243", "A251", "U107", "U111", "U126"]);

/** An order that a net-cancel does not find. */
export const nothingToReverse: ReadonlySet<string> = new Set([...notFoundCodes, "2012", "U122"]);

/** A payment that was canceled before, by this call or another. */
export const canceledBefore: ReadonlySet<string> = new Set(["2013", "2015"]);

/** The codes behind which card companies give their reasons in words. */
const companyCodes: ReadonlySet<string> = new Set(["3095", "F113"]);

/** The first that fits. Words choose between refusals; they never make one. */
const reasons: readonly (readonly [RegExp, ErrorCode])[] = [
  [/비밀번호.*(?:횟수|초과)/, "EXCEED_MAX_AUTH_COUNT"],
  [/비밀번호/, "INVALID_CARD_PASSWORD"],
  [/분실|도난/, "INVALID_CARD_LOST_OR_STOLEN"],
  [/정지|해지/, "INVALID_STOPPED_CARD"],
  [/유효기간/, "INVALID_CARD_EXPIRATION"],
  [/카드번호/, "INVALID_CARD_NUMBER"],
  [/생년월일|사업자|주민|본인/, "INVALID_CARD_IDENTITY"],
  [/(?:1일|일일|하루).*(?:횟수|건수)/, "EXCEED_MAX_DAILY_PAYMENT_COUNT"],
  [/(?:1일|일일|하루).*한도/, "EXCEED_MAX_ONE_DAY_AMOUNT"],
  [/(?:1회|건당).*한도/, "EXCEED_MAX_PAYMENT_AMOUNT"],
  [/한도|잔액/, "REJECT_CARD_PAYMENT"],
  [/할부/, "NOT_SUPPORTED_INSTALLMENT_PLAN_CARD_OR_MERCHANT"],
  [/이상거래|FDS/, "FDS_ERROR"],
];

/** The refusal that a card company's words name more precisely than their code. */
function reasonInWords({ code, message }: { readonly code: string; readonly message: string }) {
  return companyCodes.has(code) ? reasons.find(([words]) => words.test(message))?.[1] : undefined;
}

/** The refusal of a call that no account of the merchant can send. */
export const withoutAccount = { outcome: "refused", code: "UNAUTHORIZED_PROVIDER_KEY" } as const;

/** A shop that is unknown, stopped, or lacks a contract for what was asked. */
export const notAgreedCodes: readonly string[] = Object.entries(account).flatMap(([code, refusal]) =>
  refusal === "PROVIDER_NOT_AGREED" ? [code] : [],
);

export function saysOneOf(reply: Reply<unknown>, codes: ReadonlySet<string>): boolean {
  return reply.outcome === "said" && codes.has(reply.provider.code);
}

/** The outcome of an answer whose code is in no table. */
export function unknownOf(reply: Said | Unknown): Unknown {
  if (reply.outcome === "unknown") return reply;
  return { outcome: "unknown", reason: "the provider does not say that it is done", provider: reply.provider };
}

/** Unknown stays unknown, unless the table of the call says that the provider's code means a refusal. */
export function refusedBy<Code extends ErrorCode>(
  reply: Said | Unknown,
  { codes, refusals }: { readonly codes: Readonly<Record<string, Code>>; readonly refusals: readonly Code[] },
): Outcome<never, Code> {
  if (reply.outcome === "unknown" || !Object.hasOwn(codes, reply.provider.code)) return unknownOf(reply);
  const { provider } = reply;
  const inWords = reasonInWords(provider);
  const code = refusals.find((each) => each === inWords) ?? codes[provider.code];
  return code === undefined ? unknownOf(reply) : { outcome: "refused", code, provider };
}
