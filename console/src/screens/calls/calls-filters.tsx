import { Button } from '../../ui/button.js';
import { FilterChoices } from '../../ui/filter-choices.js';
import { Filters } from '../../ui/filters.js';
import { ForeignText } from '../../ui/foreign-text.js';
import { PeriodPicker } from '../../ui/period-picker.js';
import type { SetParams } from '../../url/use-params.js';
import { text } from './text.js';
import { TIERS, type CallsParams } from './use-calls-params.js';
import type { FilterOptions } from './use-seen-values.js';

export interface CallsFiltersProps {
  readonly params: CallsParams;
  readonly options: FilterOptions;
}

const STATUSES = (['error', 'ok', '4xx', '5xx', '429', '499'] as const).map((value) => ({
  value,
  label: text.statuses[value],
}));
const TIER_OPTIONS = TIERS.map((value) => ({ value, label: value }));
const OTHERS = ['surface', 'router', 'group', 'batch', 'retry'] as const;
/** What callers said: any text may be asked for. */
const SAID = (['tag', 'user', 'session'] as const).map((name) => ({
  name,
  label: text.said[name],
  options: [],
  anyLabel: text.any,
  isOpen: true,
}));

export function CallsFilters({ params: { filters, period, set }, options }: CallsFiltersProps) {
  // What is asked for anew is looked at from its newest on.
  const change: SetParams = (changes) => set({ ...changes, at: undefined });
  return (
    <Filters label={text.filters}>
      <PeriodPicker period={period} onChange={({ from, to }) => change({ from, to })} />
      <FilterChoices
        choices={[
          { name: 'status', label: text.status, options: STATUSES, anyLabel: text.any },
          { name: 'model', label: text.model, options: options.models, anyLabel: text.any, isOpen: true },
        ]}
        values={filters}
        onChange={change}
      />
      <div class="field-place" onFocusCapture={options.wantKeys} onPointerEnter={options.wantKeys}>
        <FilterChoices
          choices={[{ name: 'key', label: text.key, options: options.keys, anyLabel: text.any }]}
          values={filters}
          onChange={change}
        />
      </div>
      <FilterChoices
        choices={[{ name: 'tier', label: text.tier, options: TIER_OPTIONS, anyLabel: text.any }, ...SAID]}
        values={filters}
        onChange={change}
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
                onClick={() => change({ [name]: '' })}
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
