import { useMemo } from 'preact/hooks';
import type { Endpoint } from '../../api/endpoints.js';
import type { Pages } from '../../api/use-pages.js';
import { byText, byTime } from '../../format/sorting.js';
import { Badge } from '../../ui/badge.js';
import { Button } from '../../ui/button.js';
import { ForeignText } from '../../ui/foreign-text.js';
import type { Column } from '../../ui/table/columns.js';
import { ListTable } from '../../ui/table/list-table.js';
import { Time } from '../../ui/time.js';
import { text } from './text.js';

export interface EndpointsTableProps {
  readonly endpoints: readonly Endpoint[];
  readonly pages: Pick<Pages<Endpoint>, 'older' | 'newer'>;
  readonly onChange: (endpoint: Endpoint) => void;
  readonly onDelete: (endpoint: Endpoint) => void;
}

export function EndpointsTable({ endpoints, pages, onChange, onDelete }: EndpointsTableProps) {
  const columns = useMemo(() => columnsWith({ onChange, onDelete }), [onChange, onDelete]);
  return (
    <ListTable
      name={text.table}
      columns={columns}
      rows={endpoints}
      pages={pages}
      emptyTitle={text.emptyTitle}
      empty={<p>{text.empty}</p>}
    />
  );
}

const columnsWith = ({
  onChange,
  onDelete,
}: Pick<EndpointsTableProps, 'onChange' | 'onDelete'>): readonly Column<Endpoint>[] => [
  {
    key: 'model',
    header: text.model,
    cell: ({ id, model }) => (
      <code id={`model-${id}`}>
        <ForeignText>{model}</ForeignText>
      </code>
    ),
    sort: byText(({ model }) => model),
  },
  {
    key: 'action',
    header: text.action,
    cell: (endpoint) => (
      <>
        <Button kind="quiet" describedBy={`model-${endpoint.id}`} onClick={() => onChange(endpoint)}>
          {text.change}
        </Button>
        <Button kind="quiet" describedBy={`model-${endpoint.id}`} onClick={() => onDelete(endpoint)}>
          {text.delete}
        </Button>
      </>
    ),
  },
  {
    key: 'base_url',
    header: text.baseUrl,
    cell: ({ base_url }) => <ForeignText>{base_url}</ForeignText>,
    sort: byText(({ base_url }) => base_url),
    isHiddenWhenNarrow: true,
  },
  {
    key: 'upstream_model',
    header: text.upstreamModel,
    cell: ({ upstream_model, model }) => <ForeignText>{upstream_model ?? model}</ForeignText>,
    isHiddenWhenNarrow: true,
  },
  {
    key: 'has_api_key',
    header: text.key,
    cell: ({ has_api_key }) =>
      has_api_key ? <Badge tone="good">{text.keyKept}</Badge> : <Badge>{text.keyNone}</Badge>,
    isHiddenWhenNarrow: true,
  },
  {
    key: 'headers',
    header: text.headers,
    cell: ({ headers }) => (
      <ForeignText>{headers.length === 0 ? text.headersNone : headers.join(', ')}</ForeignText>
    ),
    isHiddenWhenNarrow: true,
  },
  {
    key: 'created_at',
    header: text.created,
    cell: ({ created_at }) => <Time at={created_at} />,
    sort: byTime(({ created_at }) => created_at),
    isHiddenWhenNarrow: true,
  },
];
