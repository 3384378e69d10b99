import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { ChartProps } from './chart-props.js';
import { axisTime } from './axis-time.js';
import { stackSeries } from './stack-series.js';

const HEIGHT = 220;
const SECOND_MS = 1_000;
const DAY_MS = 86_400_000;
const DAYS_S = [1, 2, 4, 7, 14, 30, 60, 120, 365].map((days) => days * 86_400);
/** Where colors may not tell series apart, their lines do. */
const DASHES = [[], [8, 4], [2, 3], [12, 4, 2, 4], [4, 4], [1, 5], [10, 2], [6, 6]];

/** Draws a chart into an element, as wide as that is, and again when its width or the colors change. @returns what takes it away */
export function drawChart(place: HTMLElement, props: ChartProps): () => void {
  let plot = plotIn(place, props);
  const redraw = (): void => {
    plot.destroy();
    plot = plotIn(place, props);
  };
  const sizes = new ResizeObserver(() => plot.setSize({ width: place.clientWidth, height: HEIGHT }));
  sizes.observe(place);
  const schemes = ['(prefers-color-scheme: dark)', '(forced-colors: active)'].map((query) =>
    matchMedia(query),
  );
  for (const scheme of schemes) scheme.addEventListener('change', redraw);
  return () => {
    sizes.disconnect();
    for (const scheme of schemes) scheme.removeEventListener('change', redraw);
    plot.destroy();
  };
}

function plotIn(place: HTMLElement, props: ChartProps): uPlot {
  const { kind = 'stacked', times, series, onSelect, formatAxis, formatValue, timeZone } = props;
  const colors = readColors(place, series.length);
  const values = series.map((one) => one.values.map((value) => (value === null ? null : Number(value))));
  const stacked = kind === 'stacked' ? stackSeries(values) : values;
  // The tallest is drawn first, so that those below it stay to be seen.
  const order = series.map((_, index) => index);
  if (kind === 'stacked') order.reverse();
  const axis = { stroke: colors.text, grid: { stroke: colors.grid, width: 1 }, ticks: { show: false } };
  return new uPlot(
    {
      width: place.clientWidth || 600,
      height: HEIGHT,
      ...(timeZone !== undefined && {
        tzDate: (seconds: number) => uPlot.tzDate(new Date(seconds * SECOND_MS), timeZone),
      }),
      legend: { show: false },
      cursor: { drag: { x: onSelect !== undefined, y: false, setScale: false } },
      scales: {
        // A bar stands for the time from its own on: the last one needs its room.
        x: {
          range: (_plot, low, high) => [low, kind === 'stacked' ? high + stepOf(times) / SECOND_MS : high],
        },
        y: { range: (_plot, _low, high) => [0, high > 0 ? high * 1.05 : 1] },
      },
      axes: [
        {
          ...axis,
          size: 32,
          // Days need no hours between them.
          ...(stepOf(times) >= DAY_MS * 0.9 && { incrs: DAYS_S }),
          values: (_plot, marks, _axis, _space, step) =>
            marks.map((mark) => axisTime({ step: step * SECOND_MS, timeZone })(mark * SECOND_MS)),
        },
        {
          ...axis,
          size: 64,
          values: (_plot, marks) => marks.map((mark) => (formatAxis ?? formatValue)(mark)),
        },
      ],
      series: [
        {},
        ...order.map((index) => ({
          stroke: colors.series[index],
          width: kind === 'lines' ? 2 : 1,
          dash: colors.isForced ? DASHES[index % DASHES.length] : [],
          points: { show: times.length < 2 },
          ...(kind === 'stacked' && {
            fill: colors.isForced ? colors.background : colors.series[index],
            paths: uPlot.paths.bars?.({ size: [0.8, 64], align: 1 }),
          }),
        })),
      ],
      hooks: { setSelect: [(plot) => reportSelection(plot, onSelect)] },
    },
    [times.map((time) => time / SECOND_MS), ...order.map((index) => stacked[index] ?? [])],
    place,
  );
}

/** From one time to the next; an hour where there is one time alone. */
function stepOf([first = 0, second]: readonly number[]): number {
  return second === undefined ? 3_600_000 : second - first;
}

function reportSelection(plot: uPlot, onSelect: ChartProps['onSelect']): void {
  const { left, width } = plot.select;
  if (width < 2 || onSelect === undefined) return;
  const [from, to] = [plot.posToVal(left, 'x'), plot.posToVal(left + width, 'x')];
  onSelect(Math.round(from * SECOND_MS), Math.round(to * SECOND_MS));
}

function readColors(place: HTMLElement, count: number) {
  const style = getComputedStyle(place);
  const read = (name: string): string => style.getPropertyValue(name).trim();
  const isForced = matchMedia('(forced-colors: active)').matches;
  return {
    isForced,
    text: isForced ? 'CanvasText' : read('--text-soft'),
    grid: isForced ? 'GrayText' : read('--line'),
    background: isForced ? 'Canvas' : read('--surface'),
    series: Array.from({ length: count }, (_, index) =>
      isForced ? 'CanvasText' : read(`--series-${index % DASHES.length}`),
    ),
  };
}
