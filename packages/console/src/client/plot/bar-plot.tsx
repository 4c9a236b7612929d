import { useEffect, useRef, useState } from "preact/hooks";
import { won } from "../amount/won.ts";
import { say } from "../language/language.ts";
import { drawBars, type BarSeries } from "./bars.ts";

export interface PlottedDay {
  /** Below its bar, such as `11/25`. */
  readonly label: string;
  /** In words. */
  readonly title: string;
}

interface BarPlotProps {
  readonly title: string;
  readonly days: readonly PlottedDay[];
  readonly series: readonly BarSeries[];
}

/** A plot of days, with the same numbers in a table for screen readers. */
export function BarPlot({ title, days, series }: BarPlotProps) {
  const place = useRef<HTMLDivElement>(null);
  const [pointed, setPointed] = useState<number>();
  // A plot is drawn again only if its numbers change, so that a pointer above it is not disturbed.
  const drawn = JSON.stringify([days, series]);
  useEffect(() => {
    if (place.current === null) return;
    return keepDrawn(place.current, { labels: days.map(({ label }) => label), series, onPointed: setPointed });
  }, [drawn]);
  const day = pointed === undefined ? undefined : days[pointed];
  return (
    <figure class="plot">
      <figcaption>
        {day === undefined
          ? series.map((one) => (
              <span key={one.title} class={`key ${one.color.slice(2)}`}>
                {one.title}
              </span>
            ))
          : `${day.title}: ${series.map((one) => `${one.title} ${won(one.values[pointed ?? 0] ?? 0)}`).join(", ")}`}
      </figcaption>
      <div ref={place} class="bars" role="img" aria-label={title} />
      <details>
        <summary>{say("표로 보기", "As a table")}</summary>
        <PlotTable title={title} days={days} series={series} />
      </details>
    </figure>
  );
}

function PlotTable({ title, days, series }: BarPlotProps) {
  return (
    <table>
      <caption class="sr">{title}</caption>
      <thead>
        <tr>
          <th>{say("날", "Day")}</th>
          {series.map((one) => (
            <th key={one.title} class="amount">
              {one.title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {days.map((day, index) => (
          <tr key={day.title}>
            <td>{day.title}</td>
            {series.map((one) => (
              <td key={one.title} class="amount">
                {won(one.values[index] ?? 0)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Draws again in the colours of the system, and as wide as there is room. Returns what stops it. */
function keepDrawn(place: HTMLElement, bars: Parameters<typeof drawBars>[1]): () => void {
  let plot = drawBars(place, bars);
  const dark = window.matchMedia("(prefers-color-scheme: dark)");
  const redraw = () => {
    plot.destroy();
    plot = drawBars(place, bars);
  };
  const resized = new ResizeObserver(() => {
    if (place.clientWidth !== plot.width) plot.setSize({ width: place.clientWidth, height: plot.height });
  });
  dark.addEventListener("change", redraw);
  resized.observe(place);
  return () => {
    dark.removeEventListener("change", redraw);
    resized.disconnect();
    plot.destroy();
  };
}
