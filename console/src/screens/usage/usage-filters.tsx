import { gatewayNow } from '../../clock/now.js';
import { useMemo } from 'preact/hooks';
import { USAGE_GROUPS, type UsageOf } from '../../api/usage.js';
import { browserZone } from '../../format/zones.js';
import { Combobox } from '../../ui/combobox.js';
import { Filters } from '../../ui/filters.js';
import { PeriodPicker } from '../../ui/period-picker.js';
import type { ChosenPeriod } from '../../url/use-period.js';
import type { Grouping } from './groups.js';
import { namedDays } from './named-days.js';
import type { Plan } from './plan.js';
import { text } from './text.js';

const GROUPS = USAGE_GROUPS.map((value) => ({ value, label: text.groups[value] }));
const WHOSE = [
  { value: 'project', label: text.ofProject },
  { value: 'organization', label: text.ofOrganization },
];

interface UsageFiltersProps {
  readonly grouping: Grouping;
  /** As the API has it. */
  readonly onGrouping: (groupBy: string) => void;
  readonly of: UsageOf['kind'];
  readonly onOf: (of: string | undefined) => void;
  readonly period: ChosenPeriod;
  readonly plan: Plan;
}

export function UsageFilters({ grouping, onGrouping, of, onOf, period, plan }: UsageFiltersProps) {
  const days = useMemo(() => namedDays(gatewayNow(), browserZone()), []);
  const [first, second] = grouping;
  const group = (by: string, thenBy: string): void =>
    onGrouping(thenBy === '' || thenBy === by ? by : `${by},${thenBy}`);
  return (
    <>
      <Filters label={text.filters}>
        <Combobox
          label={text.usageOf}
          value={of}
          options={WHOSE}
          onChange={(chosen) => onOf(chosen === 'project' ? undefined : chosen)}
        />
        <Combobox
          label={text.groupBy}
          value={first}
          options={GROUPS}
          onChange={(chosen) => group(chosen, second ?? '')}
        />
        <Combobox
          label={text.thenBy}
          value={second ?? ''}
          options={GROUPS.filter(({ value }) => value !== first)}
          anyLabel={text.thenNothing}
          onChange={(chosen) => group(first, chosen)}
        />
        <PeriodPicker period={period.shown} onChange={period.choose} named={days} />
      </Filters>
      <p class="field-hint">
        {text.zone(plan.zone)} {grouping.includes('tag') && text.manyTags}{' '}
        {of === 'organization' && text.ofOrganizationHint}
      </p>
    </>
  );
}
