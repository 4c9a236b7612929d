import type { Seller } from "@wonflow/client";
import { say } from "../language/language.ts";
import type { Checked, Row } from "./batch.ts";
import { useState } from "preact/hooks";
import { Field } from "../form/field.tsx";
import { type Problem, problemText } from "../call/call.ts";

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

interface PastedRowsProps {
  readonly onPasted: (text: string) => void;
}

/** Takes rows out of a spreadsheet or a CSV file. */
export function PastedRows({ onPasted }: PastedRowsProps) {
  const [text, setText] = useState("");
  const hint = say(
    "한 줄에 하나: 판매자 이름이나 번호, 금액, 지급 번호(없으면 만들어 드려요). 탭이나 쉼표로 나눠 주세요.",
    "One a line: seller’s name or id, amount, and a reference if you have one. Separated by tabs or commas.",
  );
  return (
    <details class="pasting">
      <summary>{say("붙여 넣기나 CSV 파일", "Paste, or a CSV file")}</summary>
      <Field id="pasted" label={say("붙여 넣을 곳", "Paste here")} hint={hint}>
        <textarea
          id="pasted"
          rows={4}
          value={text}
          aria-describedby="pasted-hint"
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
      </Field>
      <div class="buttons">
        <button
          type="button"
          onClick={() => {
            onPasted(text);
            setText("");
          }}
        >
          {say("줄로 바꾸기", "Make rows of it")}
        </button>
        <label class="button file">
          {say("CSV 파일 고르기", "Choose a CSV file")}
          <input
            type="file"
            class="sr"
            accept=".csv,text/csv,text/plain"
            onChange={({ currentTarget }) => {
              void currentTarget.files?.[0]?.text().then(onPasted);
              currentTarget.value = "";
            }}
          />
        </label>
      </div>
    </details>
  );
}

interface BatchProblemProps {
  readonly problem: Problem | undefined;
}

/** Why nothing was paid, or that the outcome is unknown. */
export function BatchProblem({ problem }: BatchProblemProps) {
  return <div role="alert">{problem !== undefined && <p class="alert">{textOf(problem)}</p>}</div>;
}

function textOf(problem: Problem): string {
  const { code, kind, details } = problem;
  if (code === "PASSWORD_REQUIRED") {
    return say("비밀번호를 확인해야 지급할 수 있어요.", "Your password has to be confirmed first.");
  }
  if (kind === "lost") {
    return say(
      "응답을 받지 못했어요. 지급 목록에 없으면 그대로 다시 보내 주세요. 같은 지급 번호는 한 번만 지급돼요.",
      "No answer came. If the list of payouts does not have it, send the same again: a reference is paid once.",
    );
  }
  const rows = [
    ...new Set(details.map(({ field }) => Number.parseInt(field, 10) + 1).filter((row) => !Number.isNaN(row))),
  ];
  if (code === "PAYOUT_PROVIDER_SLOT_CONFLICT") {
    return say(
      `그날 이미 지급이 있는 판매자가 있어요. 아무것도 지급하지 않았어요. (${rows.join(", ")}번째 줄)`,
      `A seller has a payout on that day already; nothing was paid. (row ${rows.join(", ")})`,
    );
  }
  if (rows.length === 0) return problemText(problem);
  return `${problemText(problem)} ${say(`(${rows.join(", ")}번째 줄)`, `(row ${rows.join(", ")})`)}`;
}
