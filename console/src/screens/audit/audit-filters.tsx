import { useMemo } from 'preact/hooks';
import { AUDIT_KINDS } from '../../api/audit.js';
import type { AuditEntry } from '../../api/types.js';
import { Combobox } from '../../ui/combobox.js';
import { Filters } from '../../ui/filters.js';
import { PeriodPicker } from '../../ui/period-picker.js';
import type { SetParams } from '../../url/use-params.js';
import type { ChosenPeriod } from '../../url/use-period.js';
import { text } from './text.js';

export interface AuditFiltersProps {
  readonly filters: { readonly actor?: string; readonly kind?: string; readonly reference?: string };
  readonly onChange: SetParams;
  readonly period: ChosenPeriod;
  /** Those on the screen, to choose actors and things from. */
  readonly entries: readonly AuditEntry[];
}

const KINDS = AUDIT_KINDS.map((kind) => ({ value: kind, label: kind }));

export function AuditFilters({ filters, onChange, period, entries }: AuditFiltersProps) {
  const actors = useMemo(() => optionsOf(entries, ({ who }) => who), [entries]);
  const references = useMemo(() => optionsOf(entries, ({ target }) => target.id), [entries]);
  return (
    <Filters label={text.filters}>
      <Combobox
        label={text.actor}
        value={filters.actor ?? ''}
        options={actors}
        anyLabel={text.actorHint}
        isOpen
        onChange={(actor) => onChange({ actor })}
      />
      <Combobox
        label={text.kind}
        value={filters.kind ?? ''}
        options={KINDS}
        anyLabel={text.any}
        onChange={(kind) => onChange({ kind })}
      />
      <Combobox
        label={text.reference}
        value={filters.reference ?? ''}
        options={references}
        anyLabel={text.referenceHint}
        isOpen
        onChange={(reference) => onChange({ reference })}
      />
      <PeriodPicker period={period.shown} onChange={period.choose} />
    </Filters>
  );
}

const optionsOf = (entries: readonly AuditEntry[], valueOf: (entry: AuditEntry) => string) =>
  [...new Set(entries.slice(0, 100).map(valueOf))].map((value) => ({ value, label: value }));
