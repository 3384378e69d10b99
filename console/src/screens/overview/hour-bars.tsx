import type { Hour } from './days.js';

interface HourBarsProps {
  readonly name: string;
  readonly hours: readonly Hour[];
  readonly valueOf: (hour: Hour) => number;
}

const WIDTH = 6;
const HEIGHT = 48;
/** What is more than nothing can be seen. */
const LEAST = 2;
const HOURS = 48;

/** A small chart: a bar for each hour, yesterday's paler. The figures are in the table. */
export function HourBars({ name, hours, valueOf }: HourBarsProps) {
  const most = Math.max(...hours.map(valueOf), 0);
  const width = Math.max(HOURS, hours.length) * WIDTH;
  return (
    <svg
      class="hour-bars"
      viewBox={`0 0 ${width} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={name}
    >
      {hours.map((hour, index) => {
        const value = valueOf(hour);
        if (value === 0) return null;
        const height = Math.max(LEAST, (value / most) * HEIGHT);
        return (
          <rect
            key={hour.time}
            class={hour.isToday ? 'is-today' : undefined}
            x={index * WIDTH}
            y={HEIGHT - height}
            width={WIDTH - 1}
            height={height}
          />
        );
      })}
    </svg>
  );
}
