import { useId } from 'preact/hooks';
import type { TaskGroup } from '../../api/types.js';
import { formatCount } from '../../format/numbers.js';
import type { ModelOptions } from '../../parts/models/use-model-options.js';
import { Badge } from '../../ui/badge.js';
import { Button } from '../../ui/button.js';
import { ForeignText } from '../../ui/foreign-text.js';
import { Interval } from '../../ui/interval.js';
import { Region } from '../../ui/region.js';
import { text } from './text.js';

export interface RecordsTableProps {
  readonly group: TaskGroup;
  readonly models: ModelOptions;
  readonly onAssign: (model: string) => void;
  readonly isBusy: boolean;
}

/** How each model did in the group, what it costs, and one press to let it serve all of it. */
export function RecordsTable({ group, models, onAssign, isBusy }: RecordsTableProps) {
  const id = useId();
  return (
    <Region title={text.records} level={3}>
      {group.records.length === 0 ? (
        <p class="soft">{text.noRecord}</p>
      ) : (
        <div class="small-table">
          <table aria-label={text.records}>
            <thead>
              <tr>
                <th scope="col">{text.model}</th>
                <th scope="col">{text.success}</th>
                <th scope="col">{text.assigned}</th>
              </tr>
            </thead>
            <tbody>
              {group.records.map(({ model, rate, rate_low: low, rate_high: high, judged }, index) => (
                <tr key={model}>
                  <th scope="row" id={`${id}-${index}`}>
                    <ForeignText>{model}</ForeignText>
                    <div class="soft">{models.priceOf(model)}</div>
                  </th>
                  <td>
                    <Interval value={rate} low={low} high={high} />{' '}
                    <span class="soft">{text.judged(formatCount(judged))}</span>
                  </td>
                  <td>
                    {model === group.assigned_model ? (
                      <Badge tone="good">{text.serving}</Badge>
                    ) : (
                      <Button describedBy={`${id}-${index}`} isBusy={isBusy} onClick={() => onAssign(model)}>
                        {text.assign}
                      </Button>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <p class="soft">{text.recordsHint}</p>
    </Region>
  );
}
