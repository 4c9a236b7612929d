import type { CatalogCard } from "@wonflow/core";

import type { Purpose } from "./shipped-catalog.ts";

type Benefit = CatalogCard["benefits"][number];
type Content = NonNullable<NonNullable<Benefit["details"]>[number]["content"]>;

/** A benefit's text: category, title, content at the lower and the higher tier, notes. */
type Text = readonly [categoryId: number, title: string, lower: Content, higher: Content, ...notes: string[]];

const noVouchers = "상품권·선불카드 충전 금액은 제외됩니다.";

const texts: Readonly<Record<Purpose, Text>> = {
  mileage: [1, "항공 마일리지 적립", ["RATIO", 0.1], ["RATIO", 0.15], "이용금액 1,000원당 적립됩니다.", noVouchers],
  travel: [2, "해외 이용 할인", ["RATIO", 1], ["RATIO", 2], "해외 가맹점 원화 결제는 제외됩니다."],
  shopping: [3, "온라인 쇼핑 할인", ["RATIO", 5], ["RATIO", 10], "정기결제는 제외됩니다.", noVouchers],
  grocery: [4, "대형마트·편의점 할인", ["RATIO", 5], ["RATIO", 7], noVouchers],
  fuel: [5, "주유 할인", ["AMOUNT", 60], ["AMOUNT", 100], "리터당 할인이고 LPG 충전을 포함해요."],
  transit: [6, "대중교통·택시 할인", ["RATIO", 10], ["RATIO", 15], "후불 교통 기능 이용할 때만 받을 수 있어요."],
  cafe: [7, "커피 전문점 할인", ["RATIO", 20], ["RATIO", 50], "백화점·마트 입점 매장은 제외됩니다."],
  culture: [8, "영화·디지털 구독 할인", ["AMOUNT", 4_000], ["AMOUNT", 8_000], "월 통합 한도가 적용됩니다."],
  bills: [9, "공과금·통신 자동이체 할인", ["RATIO", 5], ["RATIO", 10], "자동이체로 등록하면 받을 수 있어요."],
  cashback: [10, "국내외 가맹점 캐시백", ["RATIO", 0.7], ["RATIO", 1.2], "전월 실적 조건이 없어요.", noVouchers],
  points: [11, "포인트 적립", ["RATIO", 1], ["RATIO", 3], "적립 포인트는 5년간 쓸 수 있어요."],
  education: [12, "학원·교육 할인", ["RATIO", 5], ["RATIO", 10], "업종 분류에 따라 적용됩니다."],
  pet: [13, "동물병원·반려용품 할인", ["RATIO", 10], ["RATIO", 20], "업종 분류에 따라 적용됩니다."],
  medical: [14, "병원·약국 할인", ["RATIO", 5], ["RATIO", 10], "산후조리원은 제외됩니다."],
  business: [15, "사업 경비 캐시백", ["RATIO", 0.5], ["RATIO", 1], "부가세 환급 자료가 제공됩니다."],
  golf: [16, "골프장 라운지 이용", ["COUNT", 1], ["COUNT", 2], "예약한 본인만 쓸 수 있어요."],
};

/** The spending in the month before from which each tier holds, in won; a free card needs less. */
function tiersOf(annualFee: number): readonly [number, number] {
  return annualFee === 0 ? [200_000, 500_000] : [300_000, 1_000_000];
}

/** The benefits of a card's purposes; a higher fee raises their limits. */
export function benefitsOf(purposes: readonly Purpose[], annualFee: number): Benefit[] {
  const [low, high] = tiersOf(annualFee);
  const limit = annualFee >= 100_000 ? 30_000 : annualFee > 0 ? 10_000 : 5_000;
  return purposes.map((purpose) => {
    const [categoryId, title, lower, higher, ...notes] = texts[purpose];
    const monthly = lower[0] === "COUNT" ? { count: { monthly: 2, yearly: 12 } } : { amount: { monthly: limit } };
    return {
      categoryId,
      title,
      notes,
      details: [
        { prevMonthSpendingRange: [low, high], content: lower, discountLimit: monthly },
        {
          prevMonthSpendingRange: [high, null],
          content: higher,
          discountLimit: "amount" in monthly ? { amount: { daily: limit, monthly: limit * 2 } } : monthly,
        },
      ],
    };
  });
}
