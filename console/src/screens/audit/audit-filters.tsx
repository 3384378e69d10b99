import { useMemo } from 'preact/hooks';
import { AUDIT_KINDS } from '../../api/audit.js';
import type { AuditEntry } from '../../api/types.js';
import { FilterChoices, seenOptions } from '../../ui/filter-choices.js';
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
  const actors = useMemo(() => seenOptions(entries, ({ who }) => who), [entries]);
  const references = useMemo(() => seenOptions(entries, ({ target }) => target.id), [entries]);
  return (
    <Filters label={text.filters}>
      <FilterChoices
        choices={[
          { name: 'actor', label: text.actor, options: actors, anyLabel: text.actorHint, isOpen: true },
          { name: 'kind', label: text.kind, options: KINDS, anyLabel: text.any },
          {
            name: 'reference',
            label: text.reference,
            options: references,
            anyLabel: text.referenceHint,
            isOpen: true,
          },
        ]}
        values={filters}
        onChange={onChange}
      />
      <PeriodPicker period={period.shown} onChange={period.choose} />
    </Filters>
  );
}
