import { testCards } from "wonflow";

import type { Customer } from "./customers.ts";
import { monthAfter } from "./months.ts";

/** A card as its holder brings it. */
interface Card {
  /** A test card of docs/test-cards.md. */
  readonly name: string;
  /** The last month in which it is good; far away if not given. */
  readonly lastMonth?: string;
}

interface Story {
  /** The first card, and those that are brought where the one before is good no longer. */
  readonly cards: readonly Card[];
  /** The month at whose beginning the customer leaves. */
  readonly leaves?: string;
}

const goodCards = ["kb", "shinhan", "samsung", "hyundai", "lotte", "hana", "woori", "kakaobank", "nh-local"];

/** The sandbox's behavior with a customer: of 25, nine have a story, and not all in the same month. */
export function storyOf({ number, since }: Pick<Customer, "number" | "since">): Story {
  const group = Math.floor((number - 1) / 25);
  const soon = monthAfter(since, group % 11);
  const good = { name: goodCards[number % goodCards.length] ?? "kb" };
  switch (number % 25) {
    case 1:
      return { cards: [{ name: "waits-for-payday" }] };
    case 2:
      return { cards: [{ ...good, lastMonth: soon }, good] };
    case 3:
      return { cards: [{ ...good, lastMonth: soon }] };
    case 4:
      return { cards: [good], leaves: monthAfter(soon, 1) };
    case 5:
      return { cards: [{ name: "stopped-meanwhile" }, good] };
    case 6:
      return { cards: [{ name: "no-funds" }, good] };
    case 7:
      return { cards: [{ name: "no-funds" }] };
    case 8:
      return { cards: [{ name: "answer-lost" }] };
    case 9:
      return { cards: [{ name: "never-arrives" }, good] };
    default:
      return { cards: [good] };
  }
}

const surnames = ["김", "이", "박", "최", "정", "강", "조", "윤", "장", "임", "남궁"];
const givenNames = [
  "서연",
  "민준",
  "지우",
  "하윤",
  "도현",
  "수아",
  "은우",
  "예린",
  "시우",
  "솔",
  "하늘",
  "유진",
  "가온",
];

export function nameOf(number: number): string {
  return `${surnames[number % surnames.length]}${givenNames[number % givenNames.length]}`;
}

/** The details of a card, as the holder types them into the merchant's page. */
export function detailsOf({ name, lastMonth = "2039-12" }: Card, ownerName: string) {
  const number = testCards.find((card) => card.name === name)?.number ?? "";
  const expiry = { expriationYY: lastMonth.slice(2, 4), expriationMM: lastMonth.slice(5) };
  const holder = { ownerName, registNo: "900101", ownerPhoneNumber: "01012345678" };
  return { number, ...expiry, cvc: "123", passwordFront2: "12", ...holder };
}
