import { won } from "../amount/won.ts";
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
      <div>
        <dt>{title}</dt>
        <dd>{won(gross)}</dd>
      </div>
      <div>
        <dt>{say("수수료", "Fee")}</dt>
        <dd>{won(-fee)}</dd>
      </div>
      <div>
        <dt>{say("수수료의 부가세 (10%)", "VAT on the fee (10%)")}</dt>
        <dd>{won(-vat)}</dd>
      </div>
      <div class="sum">
        <dt>{say("정산 금액", "Net")}</dt>
        <dd>{won(net)}</dd>
      </div>
    </dl>
  );
}
