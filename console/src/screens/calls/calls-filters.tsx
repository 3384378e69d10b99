import { Button } from '../../ui/button.js';
import { Combobox } from '../../ui/combobox.js';
import { Filters } from '../../ui/filters.js';
import { ForeignText } from '../../ui/foreign-text.js';
import { PeriodPicker } from '../../ui/period-picker.js';
import { text } from './text.js';
import { TIERS, type CallsParams } from './use-calls-params.js';
import type { FilterOptions } from './use-seen-values.js';

export interface CallsFiltersProps {
  readonly params: CallsParams;
  readonly options: FilterOptions;
}

const STATUSES = Object.entries(text.statuses).map(([value, label]) => ({ value, label }));
const TIER_OPTIONS = TIERS.map((value) => ({ value, label: value }));
const OTHERS = ['surface', 'router', 'group', 'batch'] as const;

export function CallsFilters({ params: { filters, period, set }, options }: CallsFiltersProps) {
  // What is asked for anew is looked at from its newest on.
  const change = (name: string) => (value: string) => set({ [name]: value, at: undefined });
  return (
    <Filters label={text.filters}>
      <PeriodPicker
        period={period}
        onChange={(next) => set({ from: next.from, to: next.to, at: undefined })}
      />
      <Combobox
        label={text.status}
        value={filters.status ?? ''}
        options={STATUSES}
        anyLabel={text.any}
        onChange={change('status')}
      />
      <Combobox
        label={text.model}
        value={filters.model ?? ''}
        options={options.models}
        anyLabel={text.any}
        isOpen
        onChange={change('model')}
      />
      <div class="field-place" onFocusCapture={options.wantKeys} onPointerEnter={options.wantKeys}>
        <Combobox
          label={text.key}
          value={filters.key ?? ''}
          options={options.keys}
          anyLabel={text.any}
          onChange={change('key')}
        />
      </div>
      <Combobox
        label={text.tier}
        value={filters.tier ?? ''}
        options={TIER_OPTIONS}
        anyLabel={text.any}
        onChange={change('tier')}
      />
      {OTHERS.map((name) => {
        const value = filters[name];
        return (
          value !== undefined && (
            <div key={name} class="chip">
              <span>
                {text.otherFilters[name]}: <ForeignText>{value}</ForeignText>
              </span>
              <Button
                kind="quiet"
                label={`${text.removeFilter} ${text.otherFilters[name]}`}
                onClick={() => change(name)('')}
              >
                ✕
              </Button>
            </div>
          )
        );
      })}
    </Filters>
  );
}
