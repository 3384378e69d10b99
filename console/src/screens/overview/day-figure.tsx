import { HourBars } from './hour-bars.js';
import type { Hour } from './days.js';
import { text } from './text.js';

export interface DayFigureProps {
  readonly name: string;
  readonly hours: readonly Hour[];
  readonly valueOf: (hour: Hour) => number;
  readonly today: string;
  readonly yesterday: string;
  /** Of yesterday, as far as today has come. */
  readonly untilNow: string;
}

export function DayFigure({ name, hours, valueOf, today, yesterday, untilNow }: DayFigureProps) {
  return (
    <div class="day-figure">
      <h3>{name}</h3>
      <p class="day-today">
        <span class="visually-hidden">{text.today} </span>
        {today}
      </p>
      <p class="field-hint">
        {text.yesterday} {yesterday}, {untilNow} {text.untilNow}
      </p>
      <HourBars name={text.byHour(name)} hours={hours} valueOf={valueOf} />
    </div>
  );
}
