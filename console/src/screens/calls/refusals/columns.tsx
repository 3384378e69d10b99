import type { Refusal } from '../../../api/refusals.js';
import { byNumber, byText, byTime } from '../../../format/sorting.js';
import { ForeignText } from '../../../ui/foreign-text.js';
import type { Column } from '../../../ui/table/columns.js';
import { Time } from '../../../ui/time.js';
import { StatusBadge } from '../status-badge.js';
import { text } from './text.js';

export const COLUMNS: readonly Column<Refusal>[] = [
  {
    key: 'created_at',
    header: text.time,
    cell: ({ created_at }) => <Time at={created_at} />,
    sort: byTime(({ created_at }) => created_at),
  },
  {
    key: 'status',
    header: text.status,
    cell: ({ status }) => <StatusBadge status={status} />,
    sort: byNumber(({ status }) => status),
  },
  { key: 'code', header: text.code, cell: ({ code }) => code, sort: byText(({ code }) => code) },
  { key: 'message', header: text.message, cell: ({ message }) => <ForeignText>{message}</ForeignText> },
  {
    key: 'model',
    header: text.model,
    cell: ({ model }) => (model === null ? text.noModel : <ForeignText>{model}</ForeignText>),
    sort: byText(({ model }) => model),
    isHiddenWhenNarrow: true,
  },
  {
    key: 'key',
    header: text.key,
    cell: ({ key_name, key_id }) => <ForeignText>{key_name ?? key_id}</ForeignText>,
    sort: byText(({ key_name, key_id }) => key_name ?? key_id),
    isHiddenWhenNarrow: true,
  },
  {
    key: 'surface',
    header: text.surface,
    cell: ({ surface }) => surface,
    sort: byText(({ surface }) => surface),
    isHiddenWhenNarrow: true,
  },
];
