import { won } from "./won.ts";

interface AmountLineProps {
  readonly title: string;
  /** Won. */
  readonly amount: number;
  /** Stands out among its lines. */
  readonly isSum?: boolean;
}

/** A line of a `dl`: a title and its amount. */
export function AmountLine({ title, amount, isSum = false }: AmountLineProps) {
  return (
    <div class={isSum ? "sum" : undefined}>
      <dt>{title}</dt>
      <dd>{won(amount)}</dd>
    </div>
  );
}
