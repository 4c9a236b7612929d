import type { Payout, Seller, SellerList } from "@wonflow/client";
import { say } from "../language/language.ts";
import { useLive } from "../live/use-live.ts";
import { useOperator } from "../session/session.ts";

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
