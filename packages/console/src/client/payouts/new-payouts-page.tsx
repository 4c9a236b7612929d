import type { Balance, PayoutList, Seller } from "@wonflow/client";
import type { TargetedSubmitEvent } from "preact";
import { useState } from "preact/hooks";
import { goTo } from "../address/address.ts";
import { PageLink } from "../address/page-link.tsx";
import { AmountLine } from "../amount/amount-line.tsx";
import { grouping, typedWon, won } from "../amount/won.ts";
import { useWish } from "../form/wish.tsx";
import { PageTitle } from "../frame/page-title.tsx";
import { say } from "../language/language.ts";
import { useLive, useRead } from "../live/use-live.ts";
import { isAtLeast, useOperator } from "../session/session.ts";
import { dayAfter } from "../time/seoul.ts";
import { useToday } from "../time/moment.tsx";
import { checkBatch, checkRow, filled, newRef, rowsIn, totalOf, type Known, type Row } from "./batch.ts";
import { useSellers } from "./payout-status.tsx";
import { BatchRows, PastedRows, BatchProblem } from "./batch-rows.tsx";

/** Pays several sellers at once: all of them or none. */
export function NewPayoutsPage() {
  const operator = useOperator();
  const sellers = useSellers();
  const known = useKnown(sellers ?? []);
  return (
    <>
      <PageTitle>{say("지급하기", "Pay sellers")}</PageTitle>
      {!isAtLeast(operator, "owner") && (
        <p class="alert">{say("지급은 관리자만 할 수 있어요.", "Only owners pay sellers.")}</p>
      )}
      {sellers?.length === 0 && (
        <p class="notice">
          {say("먼저 판매자를 더해 주세요. ", "Add a seller first. ")}
          <PageLink to="sellers">{say("판매자", "Sellers")}</PageLink>
        </p>
      )}
      {known === undefined ? <p class="waiting">{say("불러오는 중이에요", "Loading")}</p> : <Batch known={known} />}
    </>
  );
}

/** Payouts of the last month tell of most references, and of all days that may still be taken. */
const lookedBack = 31;

function useKnown(sellers: readonly Seller[]): Known | undefined {
  const { mId } = useOperator();
  const today = useToday();
  const { value: balance } = useLive<Balance>(`merchants/${mId}/balances`);
  const since = dayAfter(today, -lookedBack);
  const available = balance?.availableAmount.value;
  const path = `merchants/${mId}/payouts?limit=1000&from=${since}`;
  const { value: payouts } = useRead<PayoutList>(path, available?.toString());
  if (available === undefined || payouts === undefined) return undefined;
  return { sellers, available, payouts: payouts.items, today };
}

function digitsOfChance(): string {
  return [...crypto.getRandomValues(new Uint8Array(4))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function rowOf(today: string): Row {
  const digits = digitsOfChance();
  return { key: digits, sellerId: "", named: "", amount: "", ref: newRef(today, digits) };
}

function Batch({ known }: { readonly known: Known }) {
  const { today, sellers, available } = known;
  const newRow = () => rowOf(today);
  const [rows, setRows] = useState<readonly Row[]>(() => [newRow(), newRow(), newRow()]);
  const { mId } = useOperator();
  const { isSending, problem, send } = useWish();
  const wanted = filled(rows);
  const checks = rows.map((row, index) => checkRow(row, rows.slice(0, index), known));
  const ofAll = checkBatch(wanted, known);
  const isRight =
    wanted.length > 0 &&
    ofAll === undefined &&
    rows.every((row, index) => !wanted.includes(row) || checks[index]?.wrong.length === 0);
  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isRight) return;
    const answer = await send({ method: "POST", path: `merchants/${mId}/payouts`, body: batchOf(wanted) });
    if (answer?.ok === true) goTo("payouts");
  };
  const paste = (text: string) => {
    const pasted = rowsIn(text, sellers, newRow);
    if (pasted.length > 0) setRows([...wanted, ...pasted]);
  };
  return (
    <form class="batch" onSubmit={(event) => void submit(event)} aria-busy={isSending}>
      <fieldset disabled={isSending}>
        <BatchRows rows={rows} checks={checks} sellers={sellers} wanted={wanted} onRows={setRows} />
        <div class="buttons">
          <button type="button" onClick={() => setRows([...rows, newRow()])}>
            {say("줄 더하기", "Add a row")}
          </button>
        </div>
        <PastedRows onPasted={paste} />
      </fieldset>
      <Sum count={wanted.length} total={totalOf(wanted)} available={available} problem={ofAll} />
      <BatchProblem problem={problem} />
      <button class="primary" aria-disabled={!isRight || isSending}>
        {isSending
          ? say("보내는 중이에요", "Sending")
          : say(
              `${grouping(wanted.length)}건, ${won(totalOf(wanted))} 지급하기`,
              `Pay ${won(totalOf(wanted))} to ${grouping(wanted.length)}`,
            )}
      </button>
    </form>
  );
}

interface SumProps {
  readonly count: number;
  readonly total: number;
  readonly available: number;
  readonly problem: string | undefined;
}

function Sum({ count, total, available, problem }: SumProps) {
  return (
    <div class="batch-sum" role="status">
      <dl class="sums">
        <AmountLine title={say("쓸 수 있는 잔액", "Available")} amount={available} />
        <AmountLine title={say(`합계 (${grouping(count)}건)`, `Sum (${grouping(count)})`)} amount={total} isSum />
        <AmountLine title={say("지급한 뒤 남는 잔액", "Left afterwards")} amount={available - total} />
      </dl>
      {problem !== undefined && <p class="wrong">{problem}</p>}
    </div>
  );
}

/** The references make a repeat the same batch, also after an answer that was lost. */
function batchOf(rows: readonly Row[]): readonly object[] {
  return rows.map(({ ref, sellerId, amount }) => {
    return { refPayoutId: ref, destination: sellerId, amount: { currency: "KRW", value: typedWon(amount) } };
  });
}
