import type { Balance, NextTransfer } from "@wonflow/client";
import { AmountLine } from "../amount/amount-line.tsx";
import { won } from "../amount/won.ts";
import { say } from "../language/language.ts";
import { useLive } from "../live/use-live.ts";
import { useOperator } from "../session/session.ts";
import { dayText, momentText } from "../time/seoul.ts";

/** What the merchant has, what is still to come, and when it is transferred. */
export function Money() {
  const { mId } = useOperator();
  const { value: balance } = useLive<Balance>(`merchants/${mId}/balances`);
  const { value: transfer } = useLive<NextTransfer>(`merchants/${mId}/next-transfer`);
  return (
    <section class="card" aria-labelledby="money">
      <h2 id="money">{say("잔액", "Balance")}</h2>
      {balance !== undefined && (
        <dl class="sums">
          <AmountLine title={say("쓸 수 있는 잔액", "Available")} amount={balance.availableAmount.value} isSum />
          <AmountLine title={say("정산 예정", "Pending")} amount={balance.pendingAmount.value} />
        </dl>
      )}
      {transfer !== undefined && <p class="hint">{transferText(transfer)}</p>}
    </section>
  );
}

function transferText({ enabled, transferAt, payoutDate, amount }: NextTransfer): string {
  if (!enabled) return say("매일 이체를 쓰지 않아요.", "There is no daily transfer.");
  if (transferAt === null || payoutDate === null) {
    return say("다음 이체일을 아직 몰라요.", "The next transfer’s day is not known yet.");
  }
  if (amount === 0)
    return say("아직 이체할 금액이 없어요.", "No transfer is expected yet: there is no amount to send.");
  const [at, day] = [momentText(transferAt), dayText(payoutDate)];
  return say(
    `다음 이체: 지금대로면 ${won(amount)}이 ${at}에 잔액에서 빠지고 ${day}에 입금돼요.`,
    `Next transfer: currently ${won(amount)}, taken at ${at}, arriving on ${day}.`,
  );
}
