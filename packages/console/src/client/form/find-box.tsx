import { say } from "../language/language.ts";

interface FindBoxProps {
  /** Also the field's name in its form. */
  readonly id: string;
  readonly label: string;
  /** The text that was looked for last. */
  readonly initial: string;
  readonly placeholder: string;
}

/** A field for one text to look for, and the button beside it. */
export function FindBox({ id, label, initial, placeholder }: FindBoxProps) {
  return (
    <div class="find">
      <label for={id} class="sr">
        {label}
      </label>
      <input
        id={id}
        name={id}
        type="search"
        defaultValue={initial}
        placeholder={placeholder}
        autocomplete="off"
        spellcheck={false}
      />
      <button class="primary">{say("찾기", "Find")}</button>
    </div>
  );
}
