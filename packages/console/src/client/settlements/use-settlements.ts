import type { Balance, SettlementList } from "@wonflow/client";
import { useLive } from "../live/use-live.ts";
import { useRead, type Reading } from "../live/use-read.ts";
import { useOperator } from "../session/session.ts";

/** The settlements of some days. They are long, so they are read again only when the available balance has changed. */
export function useSettlements(from: string, to: string): Reading<SettlementList> {
  const { mId } = useOperator();
  const { value: balance } = useLive<Balance>(`merchants/${mId}/balances`);
  return useRead<SettlementList>(`px/settlements?from=${from}&to=${to}`, balance?.availableAmount.value.toString());
}
