import { useState } from 'preact/hooks';
import { formatUsd } from '../../format/money.js';
import { formatCount } from '../../format/numbers.js';
import { Button } from '../../ui/button.js';
import { Region } from '../../ui/region.js';
import { Time } from '../../ui/time.js';
import { DayFigure } from './day-figure.js';
import { HoursTable } from './hours-table.js';
import type { TwoDays } from './days.js';
import { text } from './text.js';

export interface DaysRegionProps {
  readonly days: TwoDays;
  readonly zone: string;
  readonly lastCallAt: string | null;
}

/** Cost, calls and errors of today against yesterday. */
export function DaysRegion({ days, zone, lastCallAt }: DaysRegionProps) {
  const [isTable, setIsTable] = useState(false);
  const { hours, today, yesterday, yesterdayUntilNow: sofar } = days;
  return (
    <Region
      title={text.days}
      actions={
        <Button kind="quiet" onClick={() => setIsTable(!isTable)}>
          {isTable ? text.showAsChart : text.showAsTable}
        </Button>
      }
    >
      {isTable ? (
        <HoursTable hours={hours} zone={zone} />
      ) : (
        <div class="day-figures">
          <DayFigure
            name={text.cost}
            hours={hours}
            valueOf={({ cost }) => cost}
            today={formatUsd(today.cost)}
            yesterday={formatUsd(yesterday.cost)}
            untilNow={formatUsd(sofar.cost)}
          />
          <DayFigure
            name={text.calls}
            hours={hours}
            valueOf={({ calls }) => calls}
            today={formatCount(today.calls)}
            yesterday={formatCount(yesterday.calls)}
            untilNow={formatCount(sofar.calls)}
          />
          <DayFigure
            name={text.errors}
            hours={hours}
            valueOf={({ errors }) => errors}
            today={formatCount(today.errors)}
            yesterday={formatCount(yesterday.errors)}
            untilNow={formatCount(sofar.errors)}
          />
        </div>
      )}
      <p class="field-hint">
        {text.zone(zone)} {text.lastCall}: <Time at={lastCallAt} />.
      </p>
    </Region>
  );
}
