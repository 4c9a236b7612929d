import { plain } from "@wonflow/core/browser";
import type { Payout, Seller } from "@wonflow/client";
import { typedWon, won } from "../amount/won.ts";
import { say } from "../language/language.ts";
import { dayText } from "../time/seoul.ts";

/** One payout as it is typed. */
export interface Row {
  /** Names the row while it is edited. */
  readonly key: string;
  readonly sellerId: string;
  /** As a pasted text has named the seller; empty of a typed row. */
  readonly named: string;
  readonly amount: string;
  readonly ref: string;
}

/** All that a page can know of what the service will check. */
export interface Known {
  readonly sellers: readonly Seller[];
  /** Won that can be paid out. */
  readonly available: number;
  /** Earlier payouts that have been read. */
  readonly payouts: readonly Payout[];
  readonly today: string;
}

interface Wrong {
  readonly field: "seller" | "amount" | "ref";
  readonly text: string;
}

/** What is wrong with a row, and what may be. */
export interface Checked {
  readonly wrong: readonly Wrong[];
  readonly doubtful: readonly string[];
}

const mostRows = 100;
const belowWon = 1_000_000_000;

function isBlank({ sellerId, named, amount }: Row): boolean {
  return sellerId === "" && named === "" && amount.trim() === "";
}

/** The rows that are to be paid. */
export function filled(rows: readonly Row[]): readonly Row[] {
  return rows.filter((row) => !isBlank(row));
}

export function totalOf(rows: readonly Row[]): number {
  return rows.reduce((total, { amount }) => total + (typedWon(amount) ?? 0), 0);
}

function amountProblem({ amount }: Row): string | undefined {
  const typed = typedWon(amount);
  if (typed === undefined || typed < 1) return say("1원 이상을 숫자로 적어 주세요.", "A number of won, 1 or more.");
  return typed < belowWon ? undefined : say("10억원보다 적어야 해요.", `Must be below ${won(belowWon)}.`);
}

function sellerProblem({ sellerId, named }: Row, others: readonly Row[], { sellers }: Known): string | undefined {
  const seller = sellers.find(({ id }) => id === sellerId);
  if (seller === undefined) {
    return named === ""
      ? say("판매자를 골라 주세요.", "Choose a seller.")
      : say(`‘${named}’ 판매자가 없어요. 골라 주세요.`, `There is no seller “${named}”. Choose one.`);
  }
  if (seller.externalSellerId === null) {
    return say("은행에 아직 등록되지 않은 판매자예요.", "The bank has not registered this seller yet.");
  }
  return others.some((other) => other.sellerId === sellerId)
    ? say("한 판매자에게는 하루에 한 번만 지급할 수 있어요.", "A seller is paid once a day at most.")
    : undefined;
}

function refProblem({ ref }: Row, others: readonly Row[], { payouts }: Known): string | undefined {
  if (!/^[A-Za-z0-9_.:-]{1,50}$/.test(ref)) {
    return say("지급 번호는 영문, 숫자, - _ . : 50자까지예요.", "A reference has 1 to 50 letters, digits or - _ . :");
  }
  if (ref.startsWith("wonflow.")) return say("wonflow.로 시작할 수 없어요.", "A reference can’t begin with wonflow.");
  const isUsed = others.some((other) => other.ref === ref) || payouts.some(({ refPayoutId }) => refPayoutId === ref);
  return isUsed ? say("이미 쓴 지급 번호예요.", "This reference is used already.") : undefined;
}

/** The service decides the day of a payout, so a page can only warn. */
function takenDay({ sellerId }: Row, { payouts, today }: Known): string | undefined {
  const taken = payouts.find(
    ({ destination, payoutDate }) =>
      destination.type === "SELLER" && destination.sellerId === sellerId && payoutDate >= today,
  );
  return taken === undefined
    ? undefined
    : say(
        `${dayText(taken.payoutDate)}에 이미 지급이 있어요. 같은 날이면 거절돼요.`,
        `Has a payout on ${dayText(taken.payoutDate)} already: refused if it would be the same day.`,
      );
}

/** Checks a row as it is typed. Rows before it come first: of two that are the same the later one is wrong. */
export function checkRow(row: Row, before: readonly Row[], known: Known): Checked {
  const problems = [
    { field: "seller", text: sellerProblem(row, before, known) },
    { field: "amount", text: amountProblem(row) },
    { field: "ref", text: refProblem(row, before, known) },
  ] as const;
  const doubt = takenDay(row, known);
  return {
    wrong: problems.flatMap(({ field, text }) => (text === undefined ? [] : [{ field, text }])),
    doubtful: doubt === undefined ? [] : [doubt],
  };
}

/** What is wrong with all rows together. */
export function checkBatch(rows: readonly Row[], { available }: Known): string | undefined {
  if (rows.length > mostRows) {
    return say(`한 번에 ${mostRows}건까지 지급할 수 있어요.`, `At most ${mostRows} payouts at once.`);
  }
  const total = totalOf(rows);
  return total > available
    ? say(
        `합계가 쓸 수 있는 잔액보다 ${won(total - available)} 많아요.`,
        `The sum is ${won(total - available)} above what is available.`,
      )
    : undefined;
}

/** A new reference: the day, and random digits. */
export function newRef(today: string, digits: string): string {
  return `payout-${today.replaceAll("-", "")}-${digits}`;
}

/** The cells of a line that was pasted or comes from a file. */
function cellsOf(line: string): readonly string[] {
  const separator = line.includes("\t") ? "\t" : ",";
  if (separator === "\t") return line.split("\t").map((cell) => cell.trim());
  const cells = line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g);
  return [...cells].map(([, quoted, plain = ""]) => (quoted?.replaceAll('""', '"') ?? plain).trim());
}

/**
 * Rows from pasted lines: seller, amount and, if given, reference, separated by tabs or commas. A seller is identified
 * by name, by the merchant's own id or by the service's. A first line of headings is left out.
 */
export function rowsIn(text: string, sellers: readonly Seller[], newRow: () => Row): readonly Row[] {
  const lines = text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== "");
  const rows = lines.map((line) => {
    const [named = "", amount = "", ref = ""] = cellsOf(line.replace(/^\uFEFF/, ""));
    const seller = sellers.find(({ id, refSellerId, name }) => [id, refSellerId, name].includes(named));
    const row = newRow();
    return { ...row, sellerId: seller?.id ?? "", named, amount: plain(amount), ref: plain(ref) || row.ref };
  });
  const [first] = rows;
  const hasHeadings = first !== undefined && first.sellerId === "" && typedWon(first.amount) === undefined;
  return hasHeadings ? rows.slice(1) : rows;
}
