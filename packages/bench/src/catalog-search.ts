import { koreanCardSearch, shippedCatalog } from "@wonflow/card-data";
import type { CatalogCard } from "@wonflow/core";

import { milliseconds, percentile, ratio, type Row } from "./report.ts";

const queries = [
  "노",
  "노을",
  "노을 마일",
  "모아 포ㅇ",
  "ㅈ",
  "ㅈㄹ",
  "ㅁㅇㅍㅇㅌ",
  "zero",
  "제로",
  "그린 웨이브",
  "블랙 시그니쳐",
  "체크",
  "카드",
  "신한 산책",
  "국민 체크",
  "노울 마일리지",
  "shdmf",
  "없는이름",
];

interface Benchmark {
  readonly named: string;
  readonly cards: readonly CatalogCard[];
  readonly rounds: number;
  /** Queries besides those for every catalog. */
  readonly more?: readonly string[];
}

function benchmarks(): readonly Benchmark[] {
  const many = 20_000;
  const own = cardsNamed(many, ownWords());
  const whole = own.filter((_, at) => at % 1_000 === 999).map(({ name }) => name);
  return [
    { named: "60 cards", cards: cardsNamed(60, numbered), rounds: 60 },
    { named: "20,000 cards", cards: cardsNamed(many, numbered), rounds: 12 },
    { named: "20,000 cards with words of their own", cards: own, rounds: 12, more: whole },
  ];
}

function cardsNamed(count: number, nameOf: (name: string, at: number) => string): readonly CatalogCard[] {
  return Array.from({ length: count }, (_, at) => {
    const card = shippedCatalog[at % shippedCatalog.length];
    if (card === undefined) throw new Error("no cards ship");
    const id = `5f0c9a3e-7d1b-4c2a-9e60-${at.toString(16).padStart(12, "0")}`;
    return { ...card, id, name: nameOf(card.name, at) };
  });
}

/** The shipped names, then again and again with a number. */
function numbered(name: string, at: number): string {
  const again = Math.floor(at / shippedCatalog.length);
  return again === 0 ? name : `${name} ${again}`;
}

/** The shipped names, then made-up words of two to four syllables, each among one or two shipped words. */
function ownWords(): (name: string, at: number) => string {
  const words = [...new Set(shippedCatalog.flatMap(({ name }) => name.split(" ")))];
  let state = 12_345;
  const below = (limit: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  return (name, at) => {
    if (at < shippedCatalog.length) return name;
    const parts = Array.from({ length: 1 + below(2) }, () => words[below(words.length)] ?? "");
    const syllables = Array.from({ length: 2 + below(3) }, () => String.fromCharCode(0xac00 + below(11_172)));
    return parts.toSpliced(below(parts.length + 1), 0, syllables.join("")).join(" ");
  };
}

export async function catalogSearch(): Promise<readonly Row[]> {
  const lines: Row[] = [];
  let base = 0;
  for (const { named, cards, rounds, more = [] } of benchmarks()) {
    const start = performance.now();
    const search = await koreanCardSearch(cards);
    const building = performance.now() - start;
    const took: number[] = [];
    for (let round = -2; round < rounds; round += 1) {
      for (const query of [...queries, ...more]) {
        const before = performance.now();
        search(query);
        if (round >= 0) took.push(performance.now() - before);
      }
    }
    took.sort((a, b) => a - b);
    const [p50, p99] = [percentile(took, 0.5), percentile(took, 0.99)];
    if (base === 0) base = p50;
    lines.push(
      { what: `${named}: p50`, measured: milliseconds(p50), beside: ratio(p50, base) },
      { what: `${named}: p99`, measured: milliseconds(p99), beside: ratio(p99, base) },
      { what: `${named}: index made`, measured: milliseconds(building), beside: ratio(building, base) },
    );
  }
  return lines;
}
