import type { Entry } from "wonflow";

import { html, won, type Html } from "./html.ts";

/** The balances that are drawn, each with the name of its account in the ledger. */
export const balances = [
  { account: "pending", name: "정산 예정" },
  { account: "available", name: "지급 가능" },
  { account: "reserved", name: "지급 예약" },
] as const;

/** A balance from a moment on. */
interface Step {
  readonly at: number;
  readonly value: number;
}

/** An account's balance after each entry that changed it, from the ledger's entries, the oldest first. */
export function stepsOf(account: (typeof balances)[number]["account"], entries: readonly Entry[]): readonly Step[] {
  let value = 0;
  return entries.flatMap(({ at, postings }) => {
    // These are credit accounts: a credit is negative.
    const change = -postings.reduce((sum, each) => sum + (each.account === account ? each.amount : 0), 0);
    value += change;
    return change === 0 ? [] : [{ at, value }];
  });
}

const dayMs = 86_400_000;
const seoulMs = 9 * 3_600_000;
const [width, height] = [1000, 300];

/** The balances over time as a drawing, which may be as wide as the page: its texts keep their size. */
export function plot(entries: readonly Entry[], now: number): Html {
  const first = entries[0]?.at;
  if (first === undefined) return html`<p class="note">아직 거래가 없어요. 시계를 뒤로 옮기거나 물건을 사 보세요.</p>`;
  const from = startOfDay(first);
  const to = Math.max(now, from + dayMs);
  const lines = balances.map(({ account, name }) => ({ account, name, steps: stepsOf(account, entries) }));
  const values = lines.flatMap(({ steps }) => steps.map(({ value }) => value));
  const unit = niceStep((Math.max(...values, 10_000) - Math.min(...values, 0)) / 4);
  const [low, high] = [Math.floor(Math.min(...values, 0) / unit), Math.ceil(Math.max(...values, 10_000) / unit)];
  const x = (at: number) => ((at - from) / (to - from)) * width;
  const y = (value: number) => height - ((value / unit - low) / (high - low)) * height;
  const percent = (part: number, whole: number) => `${((part / whole) * 100).toFixed(2)}%`;
  const amounts = Array.from({ length: high - low + 1 }, (_, index) => (low + index) * unit);
  const everyDays = Math.ceil((to - from) / dayMs / 5);
  const days = Array.from({ length: Math.ceil((to - from) / dayMs / everyDays) }, (_, index) => {
    return from + index * everyDays * dayMs;
  });
  const last = lines.map(({ name, steps }) => `${name} ${won(steps.at(-1)?.value ?? 0)}`).join(", ");
  return html`<figure class="plot">
    <figcaption>세로: 잔액 (원) · 가로: 날짜</figcaption>
    <div class="area">
      <svg
        viewBox="0 0 ${width} ${height}"
        preserveAspectRatio="none"
        role="img"
        aria-label="${dayText(from)}부터 ${dayText(to)}까지의 잔액. 마지막: ${last}"
      >
        ${amounts.map((amount) => html`<path class="grid" d="M0 ${y(amount).toFixed(1)}H${width}" />`)}
        ${lines.map(({ account, steps }) => html`<path class="line ${account}" d="${pathOf(steps, { x, y })}" />`)}
      </svg>
      ${amounts.map((amount) => html`<span class="y" style="top:${percent(y(amount), height)}">${short(amount)}</span>`)}
      ${days.map((day) => html`<span class="x" style="left:${percent(x(day), width)}">${dayText(day)}</span>`)}
    </div>
  </figure>`;
}

interface Scales {
  readonly x: (at: number) => number;
  readonly y: (value: number) => number;
}

/** A balance stays until the next entry. */
function pathOf(steps: readonly Step[], { x, y }: Scales): string {
  const drawn = steps.map(({ at, value }) => `H${x(at).toFixed(1)}V${y(value).toFixed(1)}`);
  return `M0 ${y(0).toFixed(1)}${drawn.join("")}H${width}`;
}

/** The next of 1, 2, 5, 10, 20, 50, … won, as axes are labeled. */
function niceStep(atLeast: number): number {
  const power = 10 ** Math.floor(Math.log10(atLeast));
  return ([1, 2, 5].find((factor) => factor * power >= atLeast) ?? 10) * power;
}

function short(amount: number): string {
  return amount === 0 ? "0" : `${(amount / 10_000).toLocaleString("ko-KR")}만`;
}

function startOfDay(at: number): number {
  return Math.floor((at + seoulMs) / dayMs) * dayMs - seoulMs;
}

function dayText(at: number): string {
  return new Date(at).toLocaleDateString("ko-KR", { month: "numeric", day: "numeric", timeZone: "Asia/Seoul" });
}
