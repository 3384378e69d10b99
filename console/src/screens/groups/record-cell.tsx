import type { TaskGroup } from '../../api/types.js';
import { ForeignText } from '../../ui/foreign-text.js';
import { Interval } from '../../ui/interval.js';
import { shownRecord } from './best-record.js';
import { text } from './text.js';

/** One model's record in a line; the others are in the open row. */
export function RecordCell({ group }: { readonly group: TaskGroup }) {
  const record = shownRecord(group);
  if (record === undefined) return <span class="soft">{text.noRecord}</span>;
  const others = group.records.length - 1;
  return (
    <span class="record" title={text.recordOf(record.model)}>
      <Interval value={record.rate} low={record.rate_low} high={record.rate_high} />{' '}
      <span class="soft">
        <ForeignText>{record.model}</ForeignText> {others > 0 && text.more(others)}
      </span>
    </span>
  );
}
