import type { CatalogCard } from "@wonflow/core";

import { benefitsOf } from "./benefits.ts";

/** A card's purpose, which decides its benefits. */
export type Purpose =
  | "mileage"
  | "travel"
  | "shopping"
  | "grocery"
  | "fuel"
  | "transit"
  | "cafe"
  | "culture"
  | "bills"
  | "cashback"
  | "points"
  | "education"
  | "pet"
  | "medical"
  | "business"
  | "golf";

/** A card of the fictional catalog: name, company, yearly fee in units of 1,000 won, purposes. */
type FictionalCard = readonly [name: string, acquirer: string, fee: number, ...purposes: Purpose[]];

/** Sixty-six cards that no company has ever issued. */
const fictionalCards: readonly FictionalCard[] = [
  ["노을 마일리지", "11", 49, "mileage", "travel"],
  ["하루 제로", "11", 0, "cashback"],
  ["Daily 장바구니", "11", 15, "grocery", "cafe"],
  ["달빛 시네마", "11", 12, "culture", "cafe"],
  ["첫걸음 체크", "11", 0, "transit", "cafe"],
  ["조각 포인트 체크", "15", 0, "points"],
  ["모으고 캐시백 체크", "15", 0, "cashback"],
  ["바람결 Travel", "21", 30, "travel", "mileage"],
  ["온실 그린", "21", 10, "transit", "grocery"],
  ["두루두루 Plus", "21", 20, "points", "shopping"],
  ["새싹 Campus 체크", "21", 0, "education", "cafe"],
  ["무지개 Zero 체크", "24", 0, "cashback", "transit"],
  ["여행가방 체크", "24", 0, "travel"],
  ["든든 기업자금", "30", 20, "business"],
  ["한마음 Plus", "31", 15, "points", "shopping"],
  ["길동무 주유", "31", 12, "fuel"],
  ["Green Wave", "31", 10, "transit", "bills"],
  ["World 나침반", "31", 39, "travel"],
  ["우리동네 마트", "33", 10, "grocery"],
  ["이음 Point", "33", 15, "points"],
  ["푸른바다 체크", "34", 0, "grocery", "cashback"],
  ["파도 Mile", "34", 35, "mileage"],
  ["한옥마을 체크", "35", 0, "culture", "cafe"],
  ["비빔 Cashback", "35", 10, "cashback"],
  ["City Night", "36", 60, "culture", "travel"],
  ["하늘정원 Premium", "36", 120, "mileage", "golf"],
  ["편지 체크", "37", 0, "bills", "transit"],
  ["우표 포인트", "37", 8, "points"],
  ["마을회관 생활", "38", 10, "bills", "medical"],
  ["골목상점 체크", "38", 0, "shopping"],
  ["차곡차곡 체크", "39", 0, "cashback"],
  ["번개 Pay 체크", "3A", 0, "cashback", "cafe"],
  ["로켓배송 Zero", "3A", 0, "shopping"],
  ["사장님 Biz Prime", "3K", 50, "business", "fuel"],
  ["소상공 든든", "3K", 15, "business", "bills"],
  ["Biz 출장 Mile", "3K", 80, "business", "mileage"],
  ["별헤는밤 Mile", "41", 55, "mileage", "travel"],
  ["모아 포인트", "41", 15, "points", "shopping"],
  ["산책 Lite", "41", 5, "cafe", "transit"],
  ["제로베이스", "41", 0, "cashback"],
  ["아이좋아 Kids", "41", 12, "education", "medical"],
  ["Golf 푸른들", "41", 150, "golf"],
  ["돌하르방 체크", "42", 0, "travel", "cafe"],
  ["한라산 둘레길", "42", 15, "culture", "travel"],
  ["무등산 포인트", "46", 12, "points"],
  ["빛고을 체크", "46", 0, "transit", "grocery"],
  ["Black Signature", "51", 700, "travel", "golf", "mileage"],
  ["숫자놀이 Four", "51", 15, "shopping", "cafe"],
  ["집밥 Fresh", "51", 15, "grocery"],
  ["구독 Stream", "51", 20, "culture", "bills"],
  ["멍냥 Pet", "51", 15, "pet"],
  ["Zero 라인", "61", 5, "cashback"],
  ["드라이브 Max", "61", 30, "fuel", "travel"],
  ["The 건축가", "61", 250, "culture", "mileage"],
  ["Music 다방", "61", 15, "culture", "cafe"],
  ["게임오버 Club", "61", 15, "culture", "shopping"],
  ["품앗이 체크", "62", 0, "grocery", "bills"],
  ["백화점나들이 Gold", "71", 30, "shopping", "cafe"],
  ["달콤 Family", "71", 20, "grocery", "education"],
  ["오늘도쇼핑", "71", 12, "shopping"],
  ["들녘 Platinum", "91", 100, "mileage", "golf"],
  ["새참 체크", "91", 0, "grocery"],
  ["논두렁 주유", "91", 12, "fuel", "bills"],
  ["우물가 Cashback", "W1", 15, "cashback", "bills"],
  ["하늘다리 Travel", "W1", 40, "travel", "mileage"],
  ["병원가는길 Smart", "W1", 15, "medical", "bills"],
];

const idBeginning = "5f0c9a3e-7d1b-4c2a-9e60-";

function cardOf([name, acquirer, fee, ...purposes]: FictionalCard, at: number): CatalogCard {
  const number = at + 1;
  const hex = number.toString(16).padStart(12, "0");
  const annualFeeDomestic = fee * 1_000;
  const abroad = annualFeeDomestic === 0 ? 0 : annualFeeDomestic + 3_000;
  const debit = name.endsWith("체크");
  const ref = `${acquirer}-${debit ? "D" : "C"}${String(1_000 + number * 7)}`;
  return {
    id: idBeginning + hex,
    name,
    acquirer,
    ref,
    annualFeeDomestic,
    annualFeeInternational: {
      ...(number % 3 === 0 ? {} : { VISA: abroad }),
      ...(number % 3 === 1 ? {} : { MASTER: abroad }),
      ...(number % 11 === 0 ? { JCB: annualFeeDomestic } : {}),
      ...(number % 7 === 0 ? { UNIONPAY: annualFeeDomestic } : {}),
    },
    thumbnails: [
      `https://cards.example/thumbnails/${ref.toLowerCase()}-front.png`,
      `https://cards.example/thumbnails/${ref.toLowerCase()}-back.png`,
    ],
    benefits: benefitsOf(purposes, annualFeeDomestic),
    updatedAt: `2026-${String(1 + (number % 10)).padStart(2, "0")}-${String(1 + (number % 28)).padStart(2, "0")}T00:00:00+09:00`,
  };
}

/** A fictional catalog: no card company has these cards. */
export const shippedCatalog: readonly CatalogCard[] = fictionalCards.map(cardOf);
