import { useState } from 'preact/hooks';
import { nameOfPeriod, PERIODS, startOf, type Period, type PeriodName } from '../url/period.js';
import { Combobox } from './combobox.js';
import { TextField } from './text-field.js';
import { text } from './text.js';

export interface PeriodPickerProps {
  readonly period: Period;
  /** Both parameters, as the URL keeps them. */
  readonly onChange: (period: Period) => void;
}

const OWN = 'own';

/** The combobox `Period`; `Other` opens `From` and `To`, in the browser's time zone. */
export function PeriodPicker({ period, onChange }: PeriodPickerProps) {
  const [isOwn, setIsOwn] = useState(false);
  const name = isOwn ? OWN : (nameOfPeriod(period, Date.now()) ?? OWN);
  const choose = (chosen: string): void => {
    setIsOwn(chosen === OWN);
    if (chosen !== OWN) onChange({ from: startOf(chosen as PeriodName, Date.now()), to: undefined });
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
        options={[...options, { value: OWN, label: text.ownPeriod }]}
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
