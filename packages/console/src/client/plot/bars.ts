import uPlot from "uplot";
import { shortWon } from "../amount/won.ts";

export interface BarSeries {
  readonly title: string;
  /** Won of each day; negative values are below the line. */
  readonly values: readonly number[];
  /** A colour of the style sheet, such as `--accent`. */
  readonly color: string;
}

export interface Bars {
  /** The labels below the bars, such as `11/25`. */
  readonly labels: readonly string[];
  readonly series: readonly BarSeries[];
  /** The bar under the pointer, or none. */
  readonly onPointed: (index: number | undefined) => void;
}

const heightPx = 200;

/** Draws bars into an element, at its width and in its current colours. */
export function drawBars(place: HTMLElement, { labels, series, onPointed }: Bars): uPlot {
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
