import { z } from "zod";
import { heldOf, payMethodOf, taxFreeLeft, type Asked, type Payment } from "./merchant.ts";
import {
  cardCompanies,
  fine,
  gatewayTime,
  hashOf,
  nameAt,
  refuse,
  seoulDay,
  shownPayment,
  shownReady,
  type Answer,
} from "./answers.ts";
import { typedCard, isRefused, orderId, readFields, signing, text, won } from "./request-fields.ts";
import { testCardOf } from "./test-cards.ts";
import { listWebhooks, registerWebhook, removeWebhook, updateWebhook } from "./webhooks.ts";

const anHour = 3_600_000;
const aYear = 365 * 24 * anHour;

const wrongSign = refuse("U312", "SIGN DATA 검증에 실패하였습니다.");

function isSigned({ account }: Asked, { ediDate, signData }: Signed, ...named: readonly string[]): boolean {
  return signData === hashOf(...named, ediDate, account.secretKey);
}

interface Signed {
  readonly ediDate: string;
  readonly signData: string;
}

function newName(prefix: string, { now, count }: Asked): string {
  return nameAt(prefix, { now, number: count() });
}

const registFields = z.object({ orderId, encData: text(512), encMode: z.literal("A2"), ...signing });

function regist(asked: Asked): Answer {
  const fields = readFields(registFields, asked.fields);
  if (isRefused(fields)) return fields.refusal;
  if (!isSigned(asked, fields, fields.orderId)) return wrongSign;
  const card = typedCard(fields.encData, asked.account.secretKey);
  if (card === undefined) return refuse("A204", "전문 복호화 오류가 발생하였습니다");
  const known = testCardOf(card.cardNo);
  if (known === undefined) return refuse("F112", `유효하지않은 카드번호를 입력하셨습니다 (${card.cardNo})`);
  if (known.regist !== undefined) return refuse(known.regist.code, known.regist.message);
  const { cardCode } = known;
  const bid = newName("BIKYnicemu00m1", asked);
  const kept = { bid, orderId: fields.orderId, cardNo: card.cardNo, cardCode, expired: false };
  asked.merchant.bids.set(bid, { ...kept, account: asked.account.clientKey });
  return {
    ...fine,
    tid: newName("nicemu00m01161", asked),
    orderId: fields.orderId,
    bid,
    authDate: gatewayTime(asked.now),
    cardCode,
    cardName: cardCompanies[cardCode] ?? "기타",
  };
}

/** Why a bid can't be charged; undefined if it can. */
function refusalOfBid({ merchant, name }: Asked): Answer | undefined {
  const stored = merchant.bids.get(name);
  if (stored === undefined) return refuse("U309", "발급되지 않은 BID 입니다.");
  return stored.expired ? refuse("U115", "삭제 처리된 BID 입니다.") : undefined;
}

const approveFields = z.object({
  orderId,
  amount: won.min(1),
  goodsName: text(40),
  cardQuota: z.int().min(0).max(36),
  useShopInterest: z.literal(false),
  taxFreeAmt: won.default(0),
  mallReserved: text(500).optional(),
  ...signing,
});

function approve(asked: Asked): Answer {
  const fields = readFields(approveFields, asked.fields);
  if (isRefused(fields)) return fields.refusal;
  if (!isSigned(asked, fields, fields.orderId, asked.name)) return wrongSign;
  const { merchant, name: bid, now, account } = asked;
  const refusal = refusalOfBid(asked);
  if (refusal !== undefined) return refusal;
  const { amount, taxFreeAmt, cardQuota, goodsName } = fields;
  if (merchant.payments.some((payment) => payment.orderId === fields.orderId)) {
    return refuse("U112", "이미 사용된 OrderId 입니다.");
  }
  if (taxFreeAmt > amount) return refuse("U321", "면세금액이 결제금액 보다 큼.");
  if (cardQuota === 1) return refuse("P028", "일시불 01 에러 (일시불은 00으로 설정)");
  if (cardQuota > 0 && amount < 50_000) return refuse("P037", "5만원 미만인 경우 할부 지정이 불가 합니다.");
  const { cardNo = "", cardCode = "" } = merchant.bids.get(bid) ?? {};
  const card = testCardOf(cardNo);
  if (card?.approve !== undefined && card.charged !== true) return refuse(card.approve.code, card.approve.message);
  const asApproved = { amount, taxFreeAmt, cardQuota, goodsName, cardNo, cardCode, bid };
  const plain = { payMethod: "card", bankCode: null, couponAmt: 0 } as const;
  const payment: Payment = {
    ...asApproved,
    ...plain,
    account: account.clientKey,
    orderId: fields.orderId,
    mallReserved: fields.mallReserved ?? null,
    tid: newName("nicemu00m01161", asked),
    approveNo: String(30_000_000 + asked.count()),
    paidAt: now,
    cancels: [],
    netCancelledAt: null,
  };
  merchant.payments.push(payment);
  asked.notify(payment, null);
  return card?.approve === undefined ? shownPayment(payment) : refuse(card.approve.code, card.approve.message);
}

/** An authentication becomes too old. The manual has a code for that, and no time; a call that is late still finds it. */
const authenticationLastsMs = 30 * 60_000;

const chargeFields = z.object({ amount: won.min(1), ...signing });

/** Approves what a buyer authenticated in the window. */
function charge(asked: Asked): Answer {
  const fields = readFields(chargeFields, asked.fields);
  if (isRefused(fields)) return fields.refusal;
  const { merchant, name: tid, now, account } = asked;
  if (!isSigned(asked, fields, tid, String(fields.amount))) return wrongSign;
  const order = merchant.orders.find(({ authentication }) => authentication?.tid === tid);
  if (order?.authentication == null) return refuse("U121", "인증 요청내역이 존재하지 않습니다.");
  if (order.isApproved) return refuse("U114", "이미 사용된 TID 입니다.");
  const { orderId, amount, taxFreeAmt, goodsName, mallReserved, authentication } = order;
  if (merchant.payments.some((payment) => payment.orderId === orderId)) {
    return refuse("U112", "이미 사용된 OrderId 입니다.");
  }
  if (now - authentication.authenticatedAt > authenticationLastsMs) {
    return refuse("A245", "인증 시간이 초과 되었습니다");
  }
  if (fields.amount !== amount) return refuse("A123", "거래금액 불일치(인증된 금액과 승인요청 금액 불일치)");
  const { refusal, tid: _tid, authToken: _token, authenticatedAt: _at, ...paidWith } = authentication;
  if (refusal !== null) return refuse(refusal.code, refusal.message);
  const payment: Payment = {
    ...paidWith,
    account: account.clientKey,
    orderId,
    tid,
    bid: null,
    amount,
    taxFreeAmt,
    goodsName,
    mallReserved,
    payMethod: payMethodOf(order.method),
    approveNo: String(30_000_000 + asked.count()),
    paidAt: now,
    cancels: [],
    netCancelledAt: null,
  };
  order.isApproved = true;
  merchant.payments.push(payment);
  asked.notify(payment, null);
  return shownPayment(payment);
}

const expireFields = z.object({ orderId, ...signing });

function expire(asked: Asked): Answer {
  const fields = readFields(expireFields, asked.fields);
  if (isRefused(fields)) return fields.refusal;
  if (!isSigned(asked, fields, fields.orderId, asked.name)) return wrongSign;
  const stored = asked.merchant.bids.get(asked.name);
  if (stored === undefined || stored.expired) {
    return refuse("A126", "이미 삭제된 빌키이거나 존재하지 않은 빌키입니다");
  }
  stored.expired = true;
  const [tid, authDate] = [newName("nicemu00m01161", asked), gatewayTime(asked.now)];
  return { ...fine, tid, orderId: fields.orderId, bid: asked.name, authDate };
}

const notThere = refuse("A118", "조회 결과데이터 없음");
const findFields = z.object({ orderDate: z.string().regex(/^\d{8}$/) });

/** By the order id, of a day in Seoul. */
function find({ fields: given, merchant, name, showsUnapproved }: Asked): Answer {
  const fields = readFields(findFields, given);
  if (isRefused(fields)) return fields.refusal;
  const payment = merchant.payments.find((each) => each.orderId === name);
  if (payment !== undefined) return seoulDay(payment.paidAt) === fields.orderDate ? shownPayment(payment) : notThere;
  const order = merchant.orders.findLast((each) => each.orderId === name && each.authentication !== null);
  const isShown = showsUnapproved && order !== undefined && seoulDay(order.openedAt) === fields.orderDate;
  return isShown && order.authentication !== null ? shownReady(order, order.authentication) : notThere;
}

function status({ merchant, name, showsUnapproved }: Asked): Answer {
  const payment = merchant.payments.find(({ tid }) => tid === name);
  if (payment !== undefined) return shownPayment(payment);
  const order = merchant.orders.find(({ authentication }) => authentication?.tid === name);
  return showsUnapproved && order?.authentication != null ? shownReady(order, order.authentication) : notThere;
}

const cancelFields = z.object({
  reason: text(100),
  orderId,
  cancelAmt: won.optional(),
  taxFreeAmt: won.default(0),
  ...signing,
});

function cancel(asked: Asked): Answer {
  const fields = readFields(cancelFields, asked.fields);
  if (isRefused(fields)) return fields.refusal;
  const { merchant, name, now, merchants } = asked;
  if (!isSigned(asked, fields, name)) return wrongSign;
  const payment = merchant.payments.find(({ tid }) => tid === name);
  if (payment === undefined) {
    const isOthers = merchants.some(({ payments }) => payments.some(({ tid }) => tid === name));
    return isOthers ? refuse("A122", "타 상점 거래 처리 불가(MID 불일치)") : refuse("U122", "취소 해당거래 없음");
  }
  const held = heldOf(payment);
  const amount = fields.cancelAmt ?? held;
  const taxFreeAmt = fields.cancelAmt === undefined ? taxFreeLeft(payment) : fields.taxFreeAmt;
  if (held === 0) return refuse("2013", "취소 완료 거래");
  if (now - payment.paidAt > aYear) return refuse("2016", "취소 기한 초과");
  if (amount === 0) return refuse("2010", "취소 요청금액 0원 이하");
  if (amount > held) return refuse("2032", "취소금액이 취소가능금액보다 큼");
  if (taxFreeAmt > Math.min(amount, taxFreeLeft(payment))) {
    return refuse("U319", "요청하신 면세금액이 취소가능한 면세금액을 초과 오류");
  }
  const isPartial = amount < payment.amount;
  if (isPartial && payment.couponAmt > 0) return refuse("2033", "부분취소 불가능금액 전체취소 이용바람");
  if (isPartial && merchant.partialOrders.has(fields.orderId)) return refuse("U112", "이미 사용된 OrderId 입니다.");
  if (isPartial) merchant.partialOrders.add(fields.orderId);
  const tid = isPartial ? newName("nicemu00m01162", asked) : name;
  const { reason } = fields;
  payment.cancels.push({ tid, orderId: fields.orderId, amount, taxFreeAmt, reason, cancelledAt: now });
  asked.notify(payment, tid);
  return shownPayment(payment, tid);
}

const netCancelFields = z.object({ orderId, ...signing });

/** The manual is silent on an approval that has not arrived: no trace is left. It undoes what is left of any other. */
function netcancel(asked: Asked): Answer {
  const fields = readFields(netCancelFields, asked.fields);
  if (isRefused(fields)) return fields.refusal;
  if (!isSigned(asked, fields, fields.orderId)) return wrongSign;
  const payment = asked.merchant.payments.find((each) => each.orderId === fields.orderId);
  if (payment === undefined) return refuse("U122", "취소 해당거래 없음");
  if (heldOf(payment) === 0) return refuse("2013", "취소 완료 거래");
  if (asked.now - payment.paidAt > anHour) return refuse("2020", "망상 취소 허용시간 초과");
  payment.netCancelledAt = asked.now;
  asked.notify(payment, payment.tid);
  return shownPayment(payment, payment.tid);
}

const interestFields = z.object({ useAuth: z.enum(["true", "false"]), ediDate: signing.ediDate });

function interest(asked: Asked): Answer {
  const fields = readFields(interestFields, asked.fields);
  if (isRefused(fields)) return fields.refusal;
  const eventToDate = gatewayTime(asked.now + 20 * 24 * anHour);
  const row = (minAmt: number, installment: string, maxAmt = 99_999_999_999_999) => {
    return { minAmt, maxAmt, installment, eventToDate };
  };
  const of = (cardCode: string, ...freeInstallment: readonly object[]) => {
    return { cardCode, cardName: cardCompanies[cardCode] ?? "기타", freeInstallment };
  };
  const interestFree = [
    of("01", row(50_000, "02:03")),
    of("03", row(50_000, "02:03")),
    of("06", row(50_000, "02:03:07:08"), row(200_000, "02:03:07:08:14")),
    of("16", row(100_000, "04:05", 999_999)),
  ];
  return { ...fine, interestFree };
}

/** The calls by the names that faults use. Both approvals are `approve`, both look-ups `find`. */
export const callNames = ["regist", "approve", "expire", "find", "cancel", "netcancel", "interest", "webhook"] as const;

export type NiceCall = (typeof callNames)[number];

interface Route {
  readonly call: NiceCall;
  readonly answer: (asked: Asked) => Answer | Promise<Answer>;
  readonly method: "GET" | "POST";
  readonly path: RegExp;
}

const name = String.raw`([\w.~-]{1,64})`;

/** The first that fits a path. */
const routes: readonly Route[] = [
  { call: "regist", answer: regist, method: "POST", path: /^\/v1\/subscribe\/regist$/ },
  { call: "approve", answer: approve, method: "POST", path: new RegExp(`^/v1/subscribe/${name}/payments$`) },
  { call: "expire", answer: expire, method: "POST", path: new RegExp(`^/v1/subscribe/${name}/expire$`) },
  { call: "netcancel", answer: netcancel, method: "POST", path: /^\/v1\/payments\/netcancel$/ },
  { call: "cancel", answer: cancel, method: "POST", path: new RegExp(`^/v1/payments/${name}/cancel$`) },
  { call: "approve", answer: charge, method: "POST", path: new RegExp(`^/v1/payments/${name}$`) },
  { call: "find", answer: find, method: "GET", path: new RegExp(`^/v1/payments/find/${name}$`) },
  { call: "find", answer: status, method: "GET", path: new RegExp(`^/v1/payments/${name}$`) },
  { call: "interest", answer: interest, method: "GET", path: /^\/v1\/card\/interest-free$/ },
  { call: "webhook", answer: listWebhooks, method: "GET", path: /^\/v1\/webhook$/ },
  { call: "webhook", answer: registerWebhook, method: "POST", path: /^\/v1\/webhook$/ },
  { call: "webhook", answer: updateWebhook, method: "POST", path: new RegExp(`^/v1/webhook/${name}/update$`) },
  { call: "webhook", answer: removeWebhook, method: "POST", path: new RegExp(`^/v1/webhook/${name}/delete$`) },
];

export function routeOf(method: string | undefined, path: string) {
  for (const route of routes) {
    const [found, named = ""] = route.path.exec(path) ?? [];
    if (found !== undefined && route.method === method) return { ...route, name: named };
  }
  return undefined;
}
