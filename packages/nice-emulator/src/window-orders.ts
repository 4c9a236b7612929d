import { z } from "zod";
import { hashOf, nameAt, refuse, type Answer } from "./answers.ts";
import {
  payMethodOf,
  windowMethods,
  type Authentication,
  type PayMethod,
  type SignedIn,
  type WindowMethod,
  type WindowOrder,
} from "./merchant.ts";
import { isRefused, orderId, readFields, text } from "./request-fields.ts";
import { niceTestCards, testCardOf } from "./test-cards.ts";

/** The codes of wallets' own money, in the place of a card company's. */
const moneyCodes: Readonly<Partial<Record<PayMethod, string>>> = {
  payco: "39",
  kakaopay: "40",
  ssgpay: "41",
  naverpay: "42",
};

const digits = z
  .string()
  .regex(/^\d{1,12}$/)
  .transform(Number);

/** The code of the wallet's money where a buyer may pay with that instead of a card. */
export function moneyCodeOf(method: WindowMethod): string | undefined {
  return method.endsWith("Card") ? undefined : moneyCodes[payMethodOf(method)];
}

/** What `AUTHNICE.requestPay` takes, as a browser's form sends it. */
const openingFields = z.object({
  clientId: text(50),
  method: z.enum(windowMethods),
  orderId,
  amount: digits.pipe(z.int().min(1)),
  goodsName: text(40),
  returnUrl: text(500).pipe(z.url()),
  mallReserved: text(500).exactOptional(),
  taxFreeAmt: digits.default(0),
  language: z.enum(["KO", "EN", "CN"]).default("KO"),
  cardQuota: text(100).exactOptional(),
  cardCode: text(100).exactOptional(),
});

interface Opening {
  readonly byClientKey: (key: string) => SignedIn | undefined;
  readonly now: number;
}

/** Opens the window for an order, or says why not, by the manual's codes. */
export function openOrder(given: unknown, { byClientKey, now }: Opening): WindowOrder | { readonly refusal: Answer } {
  const fields = readFields(openingFields, given);
  if (isRefused(fields)) return fields;
  const signedIn = byClientKey(fields.clientId);
  if (signedIn === undefined) return { refusal: refuse("P001", "클라이언트 아이디가 없습니다.") };
  const { account, merchant } = signedIn;
  const { method, amount, taxFreeAmt, returnUrl, cardQuota, cardCode, mallReserved = null } = fields;
  if (merchant.payments.some((payment) => payment.orderId === fields.orderId)) {
    return { refusal: refuse("P015", `orderid ${fields.orderId}가 이미 존재합니다.`) };
  }
  if (taxFreeAmt > amount) return { refusal: refuse("P036", "면세금액이 결제금액을 초과할수 없습니다.") };
  const wrongQuota = refusalOfQuota(method, { amount, cardQuota, cardCode });
  if (wrongQuota !== undefined) return { refusal: wrongQuota };
  const goodsName = fields.goodsName.replaceAll(/["|]/g, "-");
  const order: WindowOrder = {
    id: crypto.randomUUID(),
    account,
    method,
    orderId: fields.orderId,
    amount,
    taxFreeAmt,
    goodsName,
    returnUrl,
    mallReserved,
    openedAt: now,
    authentication: null,
    isApproved: false,
  };
  merchant.orders.push(order);
  return order;
}

interface Quota {
  readonly amount: number;
  readonly cardQuota: string | undefined;
  readonly cardCode: string | undefined;
}

function refusalOfQuota(method: WindowMethod, { amount, cardQuota, cardCode }: Quota): Answer | undefined {
  if (cardQuota === undefined) return undefined;
  if (!/^\d\d(?:,\d\d)*$/.test(cardQuota)) return refuse("V004", "할부개월 설정 오류");
  if (cardQuota.split(",").includes("01")) return refuse("P028", "일시불 01 에러 (일시불은 00으로 설정)");
  if (amount < 50_000 && cardQuota !== "00") return refuse("P037", "5만원 미만인 경우 할부 지정이 불가 합니다.");
  if (/^(?:kakaopay|samsungpay|ssgpay)/.test(method) && (cardCode === undefined || cardQuota.includes(","))) {
    return refuse("P022", "카드와 할부가 동시에 설정되어야 합니다.");
  }
  return undefined;
}

/**
 * What a buyer does in the window.
 *
 * - `pay`: authenticates, and is brought back
 * - `cancel`, `fail`: is brought back without an authentication
 * - `close`: closes the window, which brings nothing back
 * - `twice`: authenticates, and is brought back twice, as by a page that is loaded again
 * - `other-tab`: authenticates in an app, and is brought back in another tab
 * - `forge-amount`, `forge-signature`: authenticates, and changes what is brought back
 */
const windowActs = ["pay", "cancel", "fail", "close", "twice", "other-tab", "forge-amount", "forge-signature"] as const;

export type WindowAct = (typeof windowActs)[number];

export const choiceSchema = z
  .object({
    act: z.enum(windowActs).default("pay"),
    /** Of a card; 0 is a lump sum. */
    months: z.coerce.number().pipe(z.int().min(0).max(12)).default(0),
    /** A test card's number. */
    card: z.string().default(niceTestCards[0].number),
    /** Pays with the wallet's own money, without a card. */
    money: z.coerce.boolean().default(false),
    /** Won that the wallet deducts by itself. */
    couponAmt: z.coerce.number().pipe(z.int().min(0)).default(0),
    /** The code that answers the approval, instead of the card's. */
    refusal: z.string().max(4).default(""),
  })
  .readonly();

export type WindowChoice = z.input<typeof choiceSchema>;

/** What a browser brings to the return address by a form's POST. */
export interface BrowserReturn {
  readonly url: string;
  readonly fields: Readonly<Record<string, string>>;
}

interface Deed {
  readonly now: number;
  readonly count: () => number;
}

/** Does what a buyer chooses; undefined if nothing is brought back. Throws a RangeError for what can't be chosen. */
export function choose(order: WindowOrder, given: unknown, deed: Deed): BrowserReturn | undefined {
  const choice = choiceSchema.parse(given);
  const { act } = choice;
  if (act === "close") return undefined;
  const { account, orderId, returnUrl: url, mallReserved } = order;
  const { clientKey: clientId } = account;
  const common = { clientId, orderId, ...(mallReserved !== null && { mallReserved }) };
  if (act === "cancel" || act === "fail") {
    const [authResultCode, authResultMsg] =
      act === "cancel" ? ["P091", "결제 요청을 취소하였습니다."] : ["3095", "카드사 실패 응답"];
    return { url, fields: { authResultCode, authResultMsg, ...common, amount: String(order.amount) } };
  }
  order.authentication ??= authenticationOf(order, choice, deed);
  const { tid, authToken } = order.authentication;
  const signature = hashOf(authToken, clientId, order.amount, account.secretKey);
  const fields = {
    authResultCode: "0000",
    authResultMsg: "인증 성공",
    tid,
    ...common,
    amount: String(order.amount),
    authToken,
    signature: act === "forge-signature" ? hashOf(signature) : signature,
  };
  return { url, fields: act === "forge-amount" ? { ...fields, amount: "1" } : fields };
}

function authenticationOf(
  { method, amount }: WindowOrder,
  { months, card: number, money, couponAmt, refusal }: z.output<typeof choiceSchema>,
  { now, count }: Deed,
): Authentication {
  const payMethod = payMethodOf(method);
  const card = testCardOf(number);
  const moneyCode = moneyCodeOf(method);
  if (card === undefined) throw new RangeError(`card: ${number} is no test card`);
  if (money && moneyCode === undefined) throw new RangeError(`money: ${method} has no money of its own`);
  if (months > 0 && amount < 50_000) throw new RangeError("months: only from 50,000 won");
  if (couponAmt > amount) throw new RangeError("couponAmt: more than the amount");
  const ofCard = refusal === "" ? (card.approve ?? null) : { code: refusal, message: "결제 거절" };
  const isCard = payMethod !== "bank" && !money;
  return {
    tid: nameAt("nicemu00m01011", { now, number: count() }),
    authToken: crypto.randomUUID().replaceAll("-", ""),
    authenticatedAt: now,
    cardNo: isCard ? card.number : null,
    cardCode: isCard ? card.cardCode : money ? (moneyCode ?? null) : null,
    cardQuota: isCard ? months : 0,
    bankCode: payMethod === "bank" ? "004" : null,
    couponAmt,
    refusal: isCard || refusal !== "" ? ofCard : null,
  };
}
