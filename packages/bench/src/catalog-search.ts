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

const rounds: Readonly<Record<number, number>> = { 60: 60, 20_000: 12 };

function cards(count: number): readonly CatalogCard[] {
  return Array.from({ length: count }, (_, at) => {
    const card = shippedCatalog[at % shippedCatalog.length];
    if (card === undefined) throw new Error("no cards ship");
    const again = Math.floor(at / shippedCatalog.length);
    const id = `5f0c9a3e-7d1b-4c2a-9e60-${at.toString(16).padStart(12, "0")}`;
    return { ...card, id, name: again === 0 ? card.name : `${card.name} ${again}` };
  });
}

export async function catalogSearch(): Promise<readonly Row[]> {
  const lines: Row[] = [];
  let base = 0;
  for (const count of [60, 20_000]) {
    const all = cards(count);
    const start = performance.now();
    const search = await koreanCardSearch(all);
    const building = performance.now() - start;
    const took: number[] = [];
    for (let round = -2; round < (rounds[count] ?? 10); round += 1) {
      for (const query of queries) {
        const before = performance.now();
        search(query);
        if (round >= 0) took.push(performance.now() - before);
      }
    }
    took.sort((a, b) => a - b);
    const [p50, p99] = [percentile(took, 0.5), percentile(took, 0.99)];
    if (base === 0) base = p50;
    const named = `${count.toLocaleString("en")} cards`;
    lines.push(
      { what: `${named}: p50`, measured: milliseconds(p50), beside: ratio(p50, base) },
      { what: `${named}: p99`, measured: milliseconds(p99), beside: ratio(p99, base) },
      { what: `${named}: index made`, measured: milliseconds(building), beside: ratio(building, base) },
    );
  }
  return lines;
}
