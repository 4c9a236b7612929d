import type { ComponentChildren } from "preact";

interface FieldProps {
  readonly id: string;
  readonly label: string;
  /** Shown below the field. */
  readonly hint?: string | undefined;
  readonly wrong?: string | undefined;
  readonly children: ComponentChildren;
}

/** The ids that describe a field, for `aria-describedby`. */
export function describedBy(id: string, { hint, wrong }: Pick<FieldProps, "hint" | "wrong">): string | undefined {
  const ids = [...(wrong === undefined ? [] : [`${id}-wrong`]), ...(hint === undefined ? [] : [`${id}-hint`])];
  return ids.length === 0 ? undefined : ids.join(" ");
}

/** A label, its control, and what is to be known about it. */
export function Field({ id, label, hint, wrong, children }: FieldProps) {
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children}
      {wrong !== undefined && (
        <p class="wrong" id={`${id}-wrong`}>
          {wrong}
        </p>
      )}
      {hint !== undefined && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}
