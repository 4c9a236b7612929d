import { bankMagic, testCards } from "@wonflow/sandbox";

/** Values with a special meaning in the sandbox, by the names of their fields. */
export const knownValues: Readonly<Record<string, readonly (string | number)[]>> = {
  number: testCards.map((card) => card.number),
  firstDigits: testCards.map((card) => card.number.slice(0, 8)),
  holderName: Object.values(bankMagic.holders).flatMap(({ holderNames }) => [...holderNames]),
  value: [1, 1000, 9_999, 10_001, 50_000, ...Object.values(bankMagic.amounts).map(({ amount }) => amount)],
  cancelAmount: [1, 999, 7_000, 10_000, 10_001],
  installmentPlanMonths: [0, 1, 2, 12, 13],
};

/** Cards whose approval gets no answer. */
export const lostCards: readonly string[] = testCards.flatMap(({ number, failure }) =>
  failure?.at === "approve" && "fault" in failure ? [number] : [],
);

/** Cards that can be stored, and then are charged, refused, or not refunded. */
export const storedCards: readonly string[] = testCards.flatMap(({ number, failure }) =>
  failure === undefined || failure.at === "approve" || failure.at === "cancel" ? [number] : [],
);
