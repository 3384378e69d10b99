import { formatCount } from '../../format/numbers.js';
import { Button } from '../button.js';
import { text } from '../text.js';

/** More of a list in one direction. */
export interface ListEnd {
  readonly hasMore: boolean;
  readonly isLoading: boolean;
  readonly load: () => void;
}

interface TableFootProps {
  readonly count: number;
  readonly older: ListEnd | undefined;
  readonly newer: ListEnd | undefined;
}

export function TableFoot({ count, older, newer }: TableFootProps) {
  return (
    <div class="table-foot">
      <span>{text.rows(`${formatCount(count)}${older?.hasMore === true ? '+' : ''}`)}</span>
      {newer?.hasMore === true && (
        <Button kind="quiet" isBusy={newer.isLoading} onClick={newer.load}>
          {text.newerRows}
        </Button>
      )}
      {older?.hasMore === true && (
        <Button kind="quiet" isBusy={older.isLoading} onClick={older.load}>
          {text.moreRows}
        </Button>
      )}
    </div>
  );
}
