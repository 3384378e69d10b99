import type { Trace } from '../../api/traces.js';
import { useMemo, useRef } from 'preact/hooks';
import { FilterChoices } from '../../ui/filter-choices.js';
import { Filters } from '../../ui/filters.js';
import { PeriodPicker } from '../../ui/period-picker.js';
import { SearchField } from './search-field.js';
import { text } from './text.js';
import { STATUSES, type TracesParams } from './use-traces-params.js';

export interface TracesFiltersProps {
  readonly params: TracesParams;
  /** What has been shown says what there is to filter by. */
  readonly traces: readonly Trace[] | undefined;
}

const STATUS_OPTIONS = STATUSES.map((value) => ({ value, label: text.statuses[value] }));
const toOptions = (values: ReadonlySet<string>) =>
  [...values].sort().map((value) => ({ value, label: value }));

export function TracesFilters({ params: { filters, period, set }, traces }: TracesFiltersProps) {
  const seen = useRef({ models: new Set<string>(), services: new Set<string>() });
  const options = useMemo(() => {
    for (const { models, service } of traces ?? []) {
      for (const model of models) seen.current.models.add(model);
      if (service !== null) seen.current.services.add(service);
    }
    return { models: toOptions(seen.current.models), services: toOptions(seen.current.services) };
  }, [traces]);
  return (
    <Filters label={text.filters}>
      <SearchField
        label={text.search}
        placeholder={text.searchHint}
        value={filters.q ?? ''}
        onChange={(q) => set({ q })}
      />
      <PeriodPicker period={period} onChange={({ from, to }) => set({ from, to })} />
      <FilterChoices
        choices={[
          { name: 'status', label: text.status, options: STATUS_OPTIONS, anyLabel: text.any },
          {
            name: 'service',
            label: text.service,
            options: options.services,
            anyLabel: text.any,
            isOpen: true,
          },
          { name: 'model', label: text.model, options: options.models, anyLabel: text.any, isOpen: true },
        ]}
        values={filters}
        onChange={set}
      />
    </Filters>
  );
}
