import { gatewayNow } from '../clock/now.js';
import { useRef, useState } from 'preact/hooks';
import {
  callPeriod,
  PERIODS,
  startOf,
  type CalledPeriod,
  type Period,
  type PeriodName,
} from '../url/period.js';
import { Combobox } from './combobox.js';
import { TextField } from './text-field.js';
import { text } from './text.js';

export interface NamedPeriod {
  readonly value: string;
  readonly label: string;
  readonly period: Period;
}

export interface PeriodPickerProps {
  readonly period: Period;
  /** Both parameters, as the URL keeps them. */
  readonly onChange: (period: Period) => void;
  /** Further ones to choose, as `Yesterday`: first in the list. */
  readonly named?: readonly NamedPeriod[];
}

const OWN = 'own';

/** The combobox `Period`; `Other` opens `From` and `To`, in the browser's time zone. */
export function PeriodPicker({ period, onChange, named = [] }: PeriodPickerProps) {
  const [isOwn, setIsOwn] = useState(false);
  const last = useRef<CalledPeriod | undefined>(undefined);
  const chosen = named.find((one) => one.period.from === period.from && one.period.to === period.to);
  last.current = callPeriod(period, { now: gatewayNow(), last: last.current });
  const name = isOwn ? OWN : (chosen?.value ?? last.current?.name ?? OWN);
  const choose = (value: string): void => {
    setIsOwn(value === OWN);
    const further = named.find((one) => one.value === value);
    if (further !== undefined) onChange(further.period);
    else if (value !== OWN) onChange({ from: startOf(value as PeriodName, gatewayNow()), to: undefined });
  };
  const options = (Object.keys(PERIODS) as PeriodName[]).map((value) => ({
    value,
    label: text.periods[value],
  }));
  return (
    <>
      <Combobox
        label={text.period}
        value={name}
        options={[...named, ...options, { value: OWN, label: text.ownPeriod }]}
        onChange={choose}
      />
      {name === OWN && (
        <>
          <TextField
            label={text.from}
            type="datetime-local"
            value={toLocal(period.from)}
            onInput={(value) => onChange({ ...period, from: toUtc(value) })}
          />
          <TextField
            label={text.to}
            type="datetime-local"
            value={toLocal(period.to)}
            onInput={(value) => onChange({ ...period, to: toUtc(value) })}
          />
        </>
      )}
    </>
  );
}

/** `2026-11-29T20:41` in the browser's time zone, as the control takes it. */
function toLocal(time: string | undefined): string {
  if (time === undefined) return '';
  const date = new Date(time);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

const toUtc = (local: string): string | undefined =>
  local === '' ? undefined : new Date(local).toISOString().replace('.000Z', 'Z');
