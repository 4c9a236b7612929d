import { useState } from "preact/hooks";

interface ChoiceProps {
  readonly id: string;
  readonly name: string;
  readonly initial: string;
  readonly options: readonly (readonly [value: string, text: string])[];
}

/** A list to choose from in a form that is read when it is sent. Options may come later without losing the choice. */
export function Choice({ id, name, initial, options }: ChoiceProps) {
  const [chosen, setChosen] = useState(initial);
  return (
    <select id={id} name={name} value={chosen} onChange={({ currentTarget }) => setChosen(currentTarget.value)}>
      {options.map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
  );
}
