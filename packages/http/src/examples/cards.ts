import type { z } from "zod";
import type { binRecordSchema, catalogSearchResponseSchema, interestFreeSchema } from "@wonflow/core";

const record: z.output<typeof binRecordSchema> = {
  bin: "400000",
  type: "CRD",
  acquirer: "11",
  issuer: "11",
  nickname: "KB국민 시험카드",
  updatedAt: "2026-11-01",
  _ProviderCode: "",
};

export const getBin = {
  first6: { summary: "A row of 6 digits, because no row of 8 matches", params: { bin: "40000000" }, answer: record },
};

export const listBins = { table: { summary: "The first row of the table", answer: [record] } };

export const listCardCompanies = {
  some: {
    summary: "A few of them",
    answer: {
      CardCompany: { "11": "KB국민", "41": "신한", W1: "우리" },
      CardCompanyExtended: { "11": "KB국민", "33": "우리BC", "41": "신한", W1: "우리" },
      CardCompanyGlobal: { "4M": "Mastercard", "4V": "Visa" },
    },
  },
};

type Card = z.output<typeof catalogSearchResponseSchema>["data"][number];

function detail(percent: number, from: number): NonNullable<Card["benefits"][number]["details"]>[number] {
  const isMore = from === 1_000_000;
  return {
    prevMonthSpendingRange: [from, isMore ? null : 1_000_000],
    content: ["RATIO", percent],
    discountLimit: { amount: isMore ? { daily: 10_000, monthly: 20_000 } : { monthly: 10_000 } },
  };
}

const found: z.output<typeof catalogSearchResponseSchema> = {
  data: [
    {
      id: "5f0c9a3e-7d1b-4c2a-9e60-000000000026",
      name: "모아 포인트",
      acquirer: "41",
      ref: "41-C1266",
      annualFeeDomestic: 15_000,
      annualFeeInternational: { VISA: 18_000, MASTER: 18_000 },
      thumbnails: [
        "https://cards.example/thumbnails/41-c1266-front.png",
        "https://cards.example/thumbnails/41-c1266-back.png",
      ],
      benefits: [
        {
          categoryId: 11,
          title: "포인트 적립",
          notes: ["적립 포인트는 5년간 쓸 수 있어요."],
          details: [detail(1, 300_000), detail(3, 1_000_000)],
        },
        {
          categoryId: 3,
          title: "온라인 쇼핑 할인",
          notes: ["정기결제는 제외됩니다.", "상품권·선불카드 충전 금액은 제외됩니다."],
          details: [detail(5, 300_000), detail(10, 1_000_000)],
        },
      ],
      updatedAt: "2026-09-11T00:00:00+09:00",
    },
  ],
};

export const searchCardCatalog = {
  name: { summary: "A part of a name, of one company's cards", query: { name: "모아", acquirer: "41" }, answer: found },
};

const offers: z.output<typeof interestFreeSchema> = {
  period: { startDate: "2026-11-01", endDate: "2026-11-30" },
  interestFreeInstallmentCards: [
    { issuer: "11", minimumAmount: 50_000, installmentMonth: { min: 2, max: 5 } },
    { issuer: "41", minimumAmount: 200_000, installmentMonth: { min: 14, max: 14 } },
  ],
  partialInterestFreeInstallmentCards: [
    { issuer: "11", minimumAmount: 50_000, plan: [{ month: 10, customerInterestMonthRange: { start: 1, end: 4 } }] },
  ],
};

export const listInterestFreeMonths = {
  gateway: { summary: "The offers at a gateway", query: { pg: "PG_A" }, answer: offers },
};
