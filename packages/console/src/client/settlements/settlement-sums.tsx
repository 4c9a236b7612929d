import { AmountLine } from "../amount/amount-line.tsx";
import { say } from "../language/language.ts";
import type { Sums } from "./settled-days.ts";

interface SettlementSumsProps {
  readonly sums: Omit<Sums, "lines">;
  /** Of the gross amount. */
  readonly title: string;
}

/** The arithmetic of a settlement: gross, less the fee and its VAT, is net. */
export function SettlementSums({ sums: { gross, fee, vat, net }, title }: SettlementSumsProps) {
  return (
    <dl class="sums">
      <AmountLine title={title} amount={gross} />
      <AmountLine title={say("수수료", "Fee")} amount={-fee} />
      <AmountLine title={say("수수료의 부가세 (10%)", "VAT on the fee (10%)")} amount={-vat} />
      <AmountLine title={say("정산 금액", "Net")} amount={net} isSum />
    </dl>
  );
}
