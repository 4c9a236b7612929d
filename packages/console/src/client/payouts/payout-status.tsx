import type { Payout } from "@wonflow/client";
import { say } from "../language/language.ts";

type Status = Payout["status"];

const looks: Readonly<Record<Status, string>> = {
  PENDING: "busy",
  SUBMITTING: "busy",
  REQUESTED: "busy",
  COMPLETED: "good",
  FAILED: "bad",
  CANCELED: "quiet",
};

export function PayoutStatus({ payout: { status, reconciliationRequired } }: { readonly payout: Payout }) {
  const texts: Readonly<Record<Status, string>> = {
    PENDING: say("예약됨", "Reserved"),
    SUBMITTING: say("보내는 중", "Being sent"),
    REQUESTED: say("은행이 접수함", "Accepted"),
    COMPLETED: say("지급 완료", "Paid"),
    FAILED: say("지급 실패", "Failed"),
    CANCELED: say("취소됨", "Canceled"),
  };
  return (
    <>
      <span class={`badge ${looks[status]}`}>{texts[status]}</span>
      {reconciliationRequired && <span class="badge bad">{say("확인 필요", "To review")}</span>}
    </>
  );
}
