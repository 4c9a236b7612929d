import type { CatalogCard } from "@wonflow/core";

import { benefitsOf } from "./benefits.ts";
import { fictionalCards, type FictionalCard } from "./fictional-cards.ts";

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
