import type { HandlerSettings } from "../../src/index.ts";
import { cards, shop, startConsole, type ConsoleService } from "./console-service.ts";

const dayMs = 86_400_000;

const goods = [
  ["우전 녹차 세트 100g", 48_000],
  ["보성 세작 50g", 24_000],
  ["말차 라떼 원데이 클래스", 65_000],
  ["백자 찻잔 2인 세트와 다관, 선물 포장", 132_000],
  ["호지차 티백 20개입", 12_500],
  ["제주 감귤 블렌드", 18_900],
] as const;

interface BusyShopOptions {
  readonly days?: number;
  readonly settings?: HandlerSettings;
  /** What is done before the first sale. */
  readonly before?: (service: ConsoleService) => Promise<unknown>;
}

/** A shop that has sold for so many days, with cancellations, refusals and settlements. The same each time. */
export async function busyShop({ days = 40, settings, before }: BusyShopOptions = {}): Promise<ConsoleService> {
  const service = await startConsole({ earlierMs: days * dayMs, ...(settings && { settings }) });
  await before?.(service);
  const paying = [cards.kb, cards.shinhan, cards.samsung, cards.hyundai, cards.lotte];
  let seed = 7;
  const draw = (most: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * most);
  };
  for (let day = days; day >= 0; day -= 1) {
    await service.goTo(day * dayMs);
    const count = 2 + draw(5);
    for (let n = 0; n < count; n += 1) {
      const [name, price] = goods[draw(goods.length)] ?? goods[0];
      const card = draw(12) === 0 ? cards.noFunds : (paying[draw(paying.length)] ?? cards.kb);
      const intentKey = await service.pay({ name, amount: price * (1 + draw(2)), card });
      const isCanceled = draw(9) === 0;
      if (intentKey === "" || !isCanceled) continue;
      const part = draw(2) === 0 ? {} : { cancelAmount: 3_000 };
      await service.payments.intents.cancel(shop, { intentKey }, { cancelReason: "한 봉지 품절", ...part });
    }
  }
  await paySellers(service);
  return service;
}

/** Three sellers, of whom one is paid, and one that the bank refuses. */
async function paySellers({ payments }: ConsoleService): Promise<void> {
  const account = { bankCode: "088", accountNumber: "110-123-456789", holderName: "김차농" };
  const names = ["하동 다원", "보성 제다", "제주 감귤밭"];
  for (const [index, name] of names.entries()) {
    const input = { refSellerId: `farm-${index + 1}`, name, businessType: "INDIVIDUAL_BUSINESS", account } as const;
    const created = await payments.sellers.create(shop, input);
    if (!created.ok || index > 0) continue;
    const amount = { currency: "KRW", value: 250_000 } as const;
    await payments.payouts.createBatch(shop, [
      { refPayoutId: "payout-20261125-first", destination: created.value.id, amount },
    ]);
  }
}
