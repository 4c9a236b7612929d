import type { Payout, Seller, SellerList } from "@wonflow/client";
import { say } from "../language/language.ts";
import { useLive } from "../live/use-live.ts";
import { useOperator } from "../session/session.ts";

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

/** The sellers that are not deleted; undefined until they are read. */
export function useSellers(): readonly Seller[] | undefined {
  const { mId } = useOperator();
  return useLive<SellerList>(`merchants/${mId}/sellers`).value?.items;
}

/** Who is paid, by name; a deleted seller by its id. */
export function destinationText({ destination }: Payout, sellers: readonly Seller[]): string {
  if (destination.type === "MERCHANT") return say("내 계좌로 이체", "To your own account");
  return sellers.find(({ id }) => id === destination.sellerId)?.name ?? destination.sellerId;
}
