import { useState } from "preact/hooks";
import { Field } from "../form/field.tsx";
import { say } from "../language/language.ts";

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
