import { z } from "zod";

/** A shop's book at the emulated gateway. */
export interface Shop {
  readonly cards: Map<string, string>;
  readonly orders: Map<string, Order>;
}

export interface Order {
  readonly orderNo: string;
  readonly receiptId: string;
  readonly amount: number;
  readonly taxFree: number;
  readonly months: string;
  readonly approvalNumber: string;
  readonly paidAtMs: number;
  state: "PAID" | "UNDONE";
  balance: number;
  readonly refunds: Refund[];
}

interface Refund {
  readonly refundId: string;
  readonly amount: number;
  readonly taxFree: number;
  readonly memo: string;
  readonly refundedAtMs: number;
}

/** Cards by their numbers: one that is refused, and one that is charged with a code that no manual names. */
export const cardNumbers = { good: "4000000000110009", overLimit: "4000000000220008", odd: "4000000000330007" };

const anHour = 60 * 60_000;
/** The gateway cuts a longer memo. */
const longestMemo = 100;

let named = 0;
const newName = (kind: string) => `${kind}_${(named += 1)}`;

const orderNo = z.string().regex(/^[\w.-]{1,64}$/);
const taxFree = z.int().nonnegative();
const amount = z.int().positive();
const text = z.string();

type Answer = Readonly<Record<string, unknown>> & { readonly code: string };

const refuse = (code: string, message: string): Answer => ({ code, message });

function call<Body>(
  body: z.ZodType<Body>,
  effect: (shop: Shop, body: Body, now: number) => Answer,
): (shop: Shop, body: unknown, now: number) => Answer {
  return (shop, given, now) => {
    const parsed = body.safeParse(given);
    return parsed.success ? effect(shop, parsed.data, now) : refuse("X400", "전문 오류");
  };
}

const kept = z.strictObject({
  number: z.string().regex(/^\d{12,19}$/),
  expiry: z.string().regex(/^\d\d(?:0[1-9]|1[0-2])$/),
  born: z.string().regex(/^(?:\d{6}|\d{10,11})$/),
  pin: z.string().regex(/^\d\d$/),
  cvc: text.optional(),
  owner: text.optional(),
});

/** The gateway's calls. It keeps no tombstones: what it does not know leaves no trace. */
export const calls = {
  "keep-card": call(kept, ({ cards }, { number }) => {
    if (!Object.values(cardNumbers).includes(number)) return refuse("C101", `카드번호 오류 ${number}`);
    const cardId = newName("card");
    cards.set(cardId, number);
    return {
      code: "0000",
      cardId,
      shownNumber: `${number.slice(0, 4)}-${number.slice(4, 6)}**-****-${number.slice(12)}`,
      issuer: "11",
    };
  }),
  "drop-card": call(z.strictObject({ cardId: text }), ({ cards }, { cardId }) =>
    cards.delete(cardId) ? { code: "0000" } : refuse("C404", "등록되지 않은 카드"),
  ),
  pay: call(
    z.strictObject({ orderNo, cardId: text, amount, taxFree, months: z.string().regex(/^\d\d$/), goods: text }),
    ({ cards, orders }, { cardId, goods: _goods, ...order }, now) => {
      const number = cards.get(cardId);
      if (orders.has(order.orderNo)) return refuse("O409", "주문번호 중복");
      if (number === undefined) return refuse("C404", "등록되지 않은 카드");
      if (number === cardNumbers.overLimit) return refuse("D201", "한도 초과");
      const paid = { ...order, state: "PAID", balance: order.amount, refunds: [], paidAtMs: now } as const;
      orders.set(order.orderNo, { ...paid, refunds: [], receiptId: newName("receipt"), approvalNumber: "30012345" });
      return number === cardNumbers.odd ? refuse("D999", "승인 처리중") : shown(orders.get(order.orderNo));
    },
  ),
  find: call(z.strictObject({ orderNo, day: z.string().regex(/^\d{8}$/) }), ({ orders }, question) => {
    const order = orders.get(question.orderNo);
    return shown(order && seoulText(order.paidAtMs).startsWith(question.day) ? order : undefined);
  }),
  undo: call(z.strictObject({ orderNo, amount: z.int().nonnegative() }), ({ orders }, { orderNo: name }, now) => {
    const order = orders.get(name);
    if (order === undefined) return refuse("O404", "주문 없음");
    if (order.state === "UNDONE") return refuse("U208", "이미 망취소됨");
    if (order.refunds.length > 0) return refuse("U409", "취소된 거래");
    if (now - order.paidAtMs > anHour) return refuse("U410", "망취소 시간 초과");
    Object.assign(order, { state: "UNDONE", balance: 0 });
    return { code: "0000" };
  }),
  refund: call(
    z.strictObject({ orderNo, amount, taxFree, memo: text }),
    ({ orders }, { orderNo: name, ...asked }, now) => {
      const order = orders.get(name);
      if (order === undefined) return refuse("O404", "주문 없음");
      if (asked.amount > order.balance) return refuse("R422", "취소 가능 금액 초과");
      order.balance -= asked.amount;
      const memo = asked.memo.slice(0, longestMemo);
      const refund = { ...asked, memo, refundId: newName("refund"), refundedAtMs: now };
      order.refunds.push(refund);
      return { code: "0000", ...shownRefund(refund) };
    },
  ),
} as const;

export type Path = keyof typeof calls;

function shown(order: Order | undefined): Answer {
  if (order === undefined) return refuse("O404", "주문 없음");
  const { paidAtMs, refunds, ...rest } = order;
  return { code: "0000", ...rest, paidAt: seoulText(paidAtMs), refunds: refunds.map(shownRefund) };
}

function shownRefund({ refundedAtMs, ...refund }: Refund) {
  return { ...refund, refundedAt: seoulText(refundedAtMs) };
}

/** `20261125134955` */
function seoulText(at: number): string {
  return new Date(at + 9 * anHour).toISOString().slice(0, 19).replaceAll(/\D/g, "");
}
