import { expect, test } from "vitest";

import { koreanCardSearch, shippedCatalog } from "../index.ts";

/** What a person types, and the card that should come first. */
const queries: readonly (readonly [query: string, first: string])[] = [
  // as it is written
  ["노을 마일리지", "노을 마일리지"],
  ["하루 제로", "하루 제로"],
  ["모아 포인트", "모아 포인트"],
  ["제로베이스", "제로베이스"],
  // without, with other, and with too many spaces
  ["노을마일리지", "노을 마일리지"],
  ["하 루 제 로", "하루 제로"],
  ["  모아   포인트 ", "모아 포인트"],
  ["오늘도 쇼핑", "오늘도쇼핑"],
  ["병원 가는 길", "병원가는길 Smart"],
  ["집밥fresh", "집밥 Fresh"],
  // case, full width, punctuation, stored in pieces
  ["green wave", "Green Wave"],
  ["BLACK SIGNATURE", "Black Signature"],
  ["Ｇｒｅｅｎ　Ｗａｖｅ", "Green Wave"],
  ["zero-라인", "Zero 라인"],
  ["하루 제로".normalize("NFD"), "하루 제로"],
  // only the beginning, and the last syllable not finished
  ["노을", "노을 마일리지"],
  ["노으", "노을 마일리지"],
  ["노을 마이", "노을 마일리지"],
  ["모아 포ㅇ", "모아 포인트"],
  ["별헤는ㅂ", "별헤는밤 Mile"],
  ["한라사", "한라산 둘레길"],
  ["드라이ㅂ", "드라이브 Max"],
  ["gre", "Green Wave"],
  // first consonants
  ["ㄴㅇㅁㅇㄹㅈ", "노을 마일리지"],
  ["ㅁㅇㅍㅇㅌ", "모아 포인트"],
  ["ㅎㄹㅈㄹ", "하루 제로"],
  ["ㄷㅎㄹㅂ", "돌하르방 체크"],
  ["ㅅㅊㄹㅇㅌ", "산책 Lite"],
  ["ㅈㄹㅂㅇㅅ", "제로베이스"],
  // Latin names in Hangul, and the other way round
  ["그린 웨이브", "Green Wave"],
  ["블랙 시그니처", "Black Signature"],
  ["블랙 시그니쳐", "Black Signature"],
  ["제로라인", "Zero 라인"],
  ["들녘 플래티늄", "들녘 Platinum"],
  ["월드 나침반", "World 나침반"],
  ["데일리 장바구니", "Daily 장바구니"],
  ["뮤직 다방", "Music 다방"],
  ["haru 제로", "하루 제로"],
  ["모아 point", "모아 포인트"],
  ["drive max", "드라이브 Max"],
  // a word in the middle, words in another order
  ["장바구니", "Daily 장바구니"],
  ["나침반", "World 나침반"],
  ["푸른들 골프", "Golf 푸른들"],
  ["시그니처", "Black Signature"],
  // with the company
  ["신한 산책", "산책 Lite"],
  ["국민 하루", "하루 제로"],
  ["비씨 주유", "길동무 주유"],
  ["nh 주유", "논두렁 주유"],
  ["삼성카드 구독", "구독 Stream"],
  ["기업은행 출장", "Biz 출장 Mile"],
  ["토스뱅크 여행", "여행가방 체크"],
  ["우리카드 우물가", "우물가 Cashback"],
  // a typo, and the keyboard left in Latin letters
  ["노울 마일리지", "노을 마일리지"],
  ["한라선 둘레길", "한라산 둘레길"],
  ["goldd 백화점나들이", "백화점나들이 Gold"],
  ["shdmf", "노을 마일리지"],
];

/** How many of them came first when this was written: fewer is a step back. */
const floor = 55;

test(`of ${queries.length} queries at least ${floor} have the right card first`, async () => {
  const search = await koreanCardSearch(shippedCatalog);
  const nameOf = new Map(shippedCatalog.map(({ id, name }) => [id, name]));
  const missed = queries.flatMap(([query, first]) => {
    const found = search(query).map((id) => nameOf.get(id) ?? "");
    return found[0] === first ? [] : [`${query}: ${found.slice(0, 3).join(", ") || "nothing"} in place of ${first}`];
  });
  const score = queries.length - missed.length;
  process.stdout.write(
    `card search: ${score} of ${queries.length} right\n${missed.map((miss) => `  ${miss}\n`).join("")}`,
  );
  expect(score).toBeGreaterThanOrEqual(floor);
});

test("every card is first for its whole name, with and without spaces", async () => {
  const search = await koreanCardSearch(shippedCatalog);
  for (const { id, name } of shippedCatalog) {
    for (const query of [name, name.replaceAll(" ", ""), name.toUpperCase()])
      expect([query, search(query)[0]]).toEqual([query, id]);
  }
});

test.each(["", " ", "--", "ㅋㅋㅋㅋㅋㅋㅋㅋ", "zzzzzzzz", "🃏", "\0", "\uD800", "한".repeat(100)])(
  "%j finds nothing and breaks nothing",
  async (query) => {
    expect((await koreanCardSearch(shippedCatalog))(query)).toEqual([]);
  },
);

test.each([
  ["노을 제로", []],
  ["제로 노을", []],
  ["마일리지 노을", ["노을 마일리지"]],
  ["노을 노을 마일리지", ["노을 마일리지"]],
])("a card has each word of a query, in any order: %j", async (query, names) => {
  const cards = cardsNamed("노을 마일리지", "하루 제로", "모아 포인트");
  const found = (await koreanCardSearch(cards))(query);
  expect(found.map((id) => cards.find((card) => card.id === id)?.name)).toEqual(names);
});

/** Cards of these names, of one company. */
function cardsNamed(...names: readonly string[]) {
  const [card] = shippedCatalog;
  if (card === undefined) throw new Error("no cards ship");
  return names.map((name, at) => ({ ...card, name, id: `5f0c9a3e-7d1b-4c2a-9e60-${String(at).padStart(12, "0")}` }));
}

test.each([
  ["모ㅇ", ["모아 포인트", "새 모임 밤"]],
  ["모아ㅍ", ["모아 포인트"]],
  ["임ㅂ", []],
  ["국ㅁ", ["모아 포인트", "마음 포인트", "새 모임 밤"]],
])("whole syllables in %j match those of a name, and consonants begin its others", async (query, names) => {
  const cards = cardsNamed("모아 포인트", "마음 포인트", "새 모임 밤");
  const found = (await koreanCardSearch(cards))(query);
  expect(found.map((id) => cards.find((card) => card.id === id)?.name)).toEqual(names);
});

test("other work continues while a large catalog is indexed", async () => {
  let turns = 0;
  let indexed = false;
  const work = () => {
    turns += 1;
    if (!indexed) setImmediate(work);
  };
  setImmediate(work);
  const many = 2_000;
  await koreanCardSearch(cardsNamed(...Array.from({ length: many }, (_, at) => `노을 ${at}`)));
  indexed = true;
  // Cards are grouped, and words and names indexed, at most a hundred at once.
  expect(turns).toBeGreaterThanOrEqual((3 * many) / 100);
});

test("equal cards come in the order of the catalog, in every search", async () => {
  const twins = cardsNamed(...Array.from({ length: 20 }, () => "노을 마일리지"));
  for (const query of ["노을", "ㄴㅇ", "마일리지", "국민"]) {
    expect((await koreanCardSearch(twins))(query)).toEqual(twins.map(({ id }) => id));
  }
});
