import { compareAmounts, type Amount } from './money.js';

/** Below zero when the first row comes first; null and absent values come last whichever way a table is sorted. */
export type Compare<Row> = (first: Row, second: Row, descending: boolean) => number;

type Absent = null | undefined;

function by<Row, Value>(
  valueOf: (row: Row) => Value | Absent,
  compare: (first: Value, second: Value) => number,
): Compare<Row> {
  return (firstRow, secondRow, descending) => {
    const [first, second] = [valueOf(firstRow), valueOf(secondRow)];
    if (first === null || first === undefined) return second === null || second === undefined ? 0 : 1;
    if (second === null || second === undefined) return -1;
    return descending ? compare(second, first) : compare(first, second);
  };
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

export const byText = <Row>(valueOf: (row: Row) => string | Absent): Compare<Row> =>
  by(valueOf, (first, second) => collator.compare(first, second));

export const byNumber = <Row>(valueOf: (row: Row) => number | Absent): Compare<Row> =>
  by(valueOf, (first, second) => first - second);

export const byAmount = <Row>(valueOf: (row: Row) => Amount | Absent): Compare<Row> =>
  by(valueOf, compareAmounts);

/** Times of the API. */
export const byTime = <Row>(valueOf: (row: Row) => string | Absent): Compare<Row> =>
  by(valueOf, (first, second) => Date.parse(first) - Date.parse(second));
