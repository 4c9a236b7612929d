import type { Seller } from "@wonflow/client";
import { say } from "../language/language.ts";
import type { Checked, Row } from "./batch.ts";

interface BatchRowsProps {
  readonly rows: readonly Row[];
  /** In the order of the rows. */
  readonly checks: readonly Checked[];
  readonly sellers: readonly Seller[];
  /** The rows with any input. */
  readonly wanted: readonly Row[];
  readonly onRows: (rows: readonly Row[]) => void;
}

/** The payouts of a batch, each with what is wrong with it as it is typed. */
export function BatchRows({ rows, checks, sellers, wanted, onRows }: BatchRowsProps) {
  return (
    <ol class="batch-rows">
      {rows.map((row, index) => (
        <BatchRow
          key={row.key}
          row={row}
          number={index + 1}
          check={wanted.includes(row) ? checks[index] : undefined}
          sellers={sellers}
          onRow={(next) => onRows(rows.map((one) => (one === row ? next : one)))}
          onRemove={() => onRows(rows.filter((one) => one !== row))}
        />
      ))}
    </ol>
  );
}

interface BatchRowProps {
  readonly row: Row;
  readonly number: number;
  readonly check: Checked | undefined;
  readonly sellers: readonly Seller[];
  readonly onRow: (row: Row) => void;
  readonly onRemove: () => void;
}

function BatchRow({ row, number, check, sellers, onRow, onRemove }: BatchRowProps) {
  const { key, sellerId, amount, ref } = row;
  const problems = `${key}-problems`;
  const described = (field: string) => {
    return { "aria-describedby": problems, "aria-invalid": check?.wrong.some((one) => one.field === field) === true };
  };
  return (
    <li aria-label={say(`${number}번째 줄`, `Row ${number}`)}>
      <div class="cells">
        <select
          aria-label={say("판매자", "Seller")}
          value={sellerId}
          {...described("seller")}
          onChange={({ currentTarget }) => onRow({ ...row, sellerId: currentTarget.value, named: "" })}
        >
          <option value="">{say("판매자 고르기", "Choose a seller")}</option>
          {sellers.map((seller) => (
            <option key={seller.id} value={seller.id}>
              {seller.name} ({seller.refSellerId})
            </option>
          ))}
        </select>
        <input
          class="amount"
          aria-label={say("금액", "Amount")}
          inputMode="numeric"
          autocomplete="off"
          placeholder={say("금액", "Amount")}
          value={amount}
          {...described("amount")}
          onInput={({ currentTarget }) => onRow({ ...row, amount: currentTarget.value })}
        />
        <input
          class="code"
          aria-label={say("지급 번호", "Reference")}
          autocomplete="off"
          spellcheck={false}
          value={ref}
          {...described("ref")}
          onInput={({ currentTarget }) => onRow({ ...row, ref: currentTarget.value })}
        />
        <button
          type="button"
          class="plain"
          aria-label={say(`${number}번째 줄 빼기`, `Remove row ${number}`)}
          onClick={onRemove}
        >
          {say("빼기", "Remove")}
        </button>
      </div>
      <RowProblems id={problems} check={check} />
    </li>
  );
}

interface RowProblemsProps {
  readonly id: string;
  readonly check: Checked | undefined;
}

function RowProblems({ id, check }: RowProblemsProps) {
  return (
    <div id={id}>
      {check?.wrong.map(({ text }) => (
        <p key={text} class="wrong">
          {text}
        </p>
      ))}
      {check?.doubtful.map((text) => (
        <p key={text} class="doubtful">
          {text}
        </p>
      ))}
    </div>
  );
}
