import { useMemo } from 'preact/hooks';
import { USAGE_GROUPS, type UsageGroup } from '../../api/usage.js';
import { browserZone } from '../../format/zones.js';
import { Combobox } from '../../ui/combobox.js';
import { Filters } from '../../ui/filters.js';
import { PeriodPicker } from '../../ui/period-picker.js';
import type { ChosenPeriod } from '../../url/use-period.js';
import { namedDays } from './named-days.js';
import type { Plan } from './plan.js';
import { text } from './text.js';

const GROUPS = USAGE_GROUPS.map((value) => ({ value, label: text.groups[value] }));

interface UsageFiltersProps {
  readonly group: UsageGroup;
  readonly onGroup: (group: string) => void;
  readonly period: ChosenPeriod;
  readonly plan: Plan;
}

export function UsageFilters({ group, onGroup, period, plan }: UsageFiltersProps) {
  const days = useMemo(() => namedDays(Date.now(), browserZone()), []);
  return (
    <>
      <Filters label={text.filters}>
        <Combobox label={text.groupBy} value={group} options={GROUPS} onChange={onGroup} />
        <PeriodPicker period={period.shown} onChange={period.choose} named={days} />
      </Filters>
      <p class="field-hint">
        {sayZone(plan)} {group === 'key' && text.noUsers}
      </p>
    </>
  );
}

function sayZone({ why, zone }: Plan): string {
  if (why === 'own') return text.zone(zone);
  return why === 'long' ? text.longPeriod : text.zoneInstead(browserZone());
}
