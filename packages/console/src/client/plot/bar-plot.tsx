import "./usable-language.ts";
import uPlot from "uplot";
import { useEffect, useRef, useState } from "preact/hooks";
import { won, shortWon } from "../amount/won.ts";
import { say } from "../language/language.ts";

interface PlottedDay {
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

interface BarSeries {
  readonly title: string;
  /** Won of each day; negative values are below the line. */
  readonly values: readonly number[];
  /** A colour of the style sheet, such as `--accent`. */
  readonly color: string;
}

interface Bars {
  /** The labels below the bars, such as `11/25`. */
  readonly labels: readonly string[];
  readonly series: readonly BarSeries[];
  /** The bar under the pointer, or none. */
  readonly onPointed: (index: number | undefined) => void;
}

const heightPx = 200;

/** Draws bars into an element, at its width and in its current colours. */
function drawBars(place: HTMLElement, { labels, series, onPointed }: Bars): uPlot {
  const style = getComputedStyle(place);
  const color = (name: string) => style.getPropertyValue(name).trim();
  const lines = { stroke: color("--soft"), font: `12px ${style.fontFamily}` };
  const bars = uPlot.paths.bars?.({ size: [0.7, 28] });
  const options: uPlot.Options = {
    width: place.clientWidth,
    height: heightPx,
    padding: [8, 8, 0, 0],
    legend: { show: false },
    cursor: { y: false, points: { show: false }, drag: { x: false, y: false } },
    scales: { x: { time: false, range: [-0.5, labels.length - 0.5] }, y: { range: rangeOf } },
    axes: [
      {
        ...lines,
        grid: { show: false },
        ticks: { show: false },
        size: 28,
        space: 56,
        incrs: [1, 2, 5, 7, 10, 14, 30],
        values: (_, indexes) => indexes.map((index) => labels[index] ?? ""),
      },
      {
        ...lines,
        grid: { stroke: color("--hair"), width: 1 },
        ticks: { show: false },
        size: 52,
        values: (_, amounts) => amounts.map(shortWon),
      },
    ],
    series: [
      {},
      ...series.map((one) => ({
        label: one.title,
        fill: color(one.color),
        width: 0,
        points: { show: false },
        ...(bars !== undefined && { paths: bars }),
      })),
    ],
    hooks: { setCursor: [({ cursor: { idx } }) => onPointed(idx ?? undefined)] },
  };
  const data = [labels.map((_, index) => index), ...series.map(({ values }) => [...values])];
  return new uPlot(options, data as uPlot.AlignedData, place);
}

/** Always with the line of 0, and with some height where there is nothing. */
function rangeOf(_: uPlot, least: number | null, most: number | null): [number, number] {
  const [low, high] = [Math.min(0, least ?? 0), Math.max(0, most ?? 0)];
  return low === 0 && high === 0 ? [0, 10_000] : [low * 1.05, high * 1.05];
}
