import { useInfiniteQuery } from '@tanstack/preact-query';
import { useMemo } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { POLLS } from '../../../api/polls.js';
import { refusalsPath, type Refusal, type Refusals } from '../../../api/refusals.js';
import { pagesQuery, useListPages } from '../../../api/use-pages.js';
import { formatCount, formatShort } from '../../../format/numbers.js';
import { Chart } from '../../../ui/chart/chart.js';
import { FilterChoices } from '../../../ui/filter-choices.js';
import { Filters } from '../../../ui/filters.js';
import { Loaded } from '../../../ui/loaded.js';
import { PeriodPicker } from '../../../ui/period-picker.js';
import { Screen } from '../../../ui/screen.js';
import { ListTable } from '../../../ui/table/list-table.js';
import { anyText } from '../../../url/params.js';
import { pathOf } from '../../../url/routes.js';
import { useParams } from '../../../url/use-params.js';
import { usePeriod } from '../../../url/use-period.js';
import { COLUMNS } from './columns.js';
import { refusalsOverTime } from './refusals-over-time.js';
import { text } from './text.js';

const FILTERS = { code: anyText };
/** Requests that the gateway refused: how many of which kind, and the last of them. One request shows both. */
export function RefusalsView({ projectId }: { readonly projectId: string }) {
  const [{ code }, setFilters] = useParams(FILTERS);
  const period = usePeriod('24h');
  const list = useInfiniteQuery(
    pagesQuery<Refusal>(refusalsPath(projectId), {
      query: { code, ...period.query },
      pollMs: POLLS.refusals,
    }),
  );
  const pages = useListPages<Refusal>(list);
  const first = list.data?.pages[0] as Refusals | undefined;
  const codes = useMemo(
    () => [...new Set(first?.counts.map((count) => count.code))].map((value) => ({ value, label: value })),
    [first],
  );
  return (
    <Screen title={text.title} actions={<Link href={pathOf('calls', { projectId })}>{text.back}</Link>}>
      <p>{text.intro}</p>
      <Filters label={text.filters}>
        <FilterChoices
          choices={[{ name: 'code', label: text.code, options: codes, anyLabel: text.any, isOpen: true }]}
          values={{ code }}
          onChange={setFilters}
        />
        <PeriodPicker period={period.shown} onChange={period.choose} />
      </Filters>
      {first !== undefined && <CountsChart first={first} />}
      <Loaded read={pages}>
        {(rows) => (
          <ListTable
            name={text.table}
            columns={COLUMNS}
            rows={rows}
            pages={pages}
            emptyTitle={text.emptyTitle}
            empty={<p>{text.empty}</p>}
          />
        )}
      </Loaded>
    </Screen>
  );
}

function CountsChart({ first: { counts, counts_have_more: isCut } }: { readonly first: Refusals }) {
  const { times, series } = useMemo(() => refusalsOverTime(counts), [counts]);
  if (times.length === 0) return null;
  return (
    <>
      {isCut && <p class="soft">{text.cut}</p>}
      <Chart
        name={text.chart}
        times={times}
        series={series}
        formatValue={(count) => formatCount(Number(count))}
        formatAxis={formatShort}
      />
    </>
  );
}
