/** As the style sheet has it: rows of one height need no measuring. */
export const ROW_HEIGHT = 34;
/** Above and below what can be seen. */
const SPARE_ROWS = 12;
/** So few are all drawn. */
const ALL_ROWS = 60;

export interface RowWindow {
  readonly start: number;
  /** The first that is not drawn. */
  readonly end: number;
}

/** Which rows are drawn. */
export function rowWindow({
  scrollTop,
  height,
  count,
}: {
  readonly scrollTop: number;
  readonly height: number;
  readonly count: number;
}): RowWindow {
  if (count <= ALL_ROWS) return { start: 0, end: count };
  const first = Math.floor(Math.max(0, scrollTop) / ROW_HEIGHT);
  const shown = Math.ceil(height / ROW_HEIGHT);
  // In steps, so that most movements draw nothing anew.
  const start = Math.max(0, Math.floor((first - SPARE_ROWS) / SPARE_ROWS) * SPARE_ROWS);
  const end = Math.min(count, Math.ceil((first + shown + SPARE_ROWS) / SPARE_ROWS) * SPARE_ROWS);
  return { start: Math.min(start, Math.max(0, end - 1)), end };
}

/** Where to scroll so that a row can be seen below the head; undefined when it can. */
export function scrollToRow({
  index,
  scrollTop,
  height,
  headHeight,
}: {
  readonly index: number;
  readonly scrollTop: number;
  readonly height: number;
  readonly headHeight: number;
}): number | undefined {
  const top = index * ROW_HEIGHT;
  if (top < scrollTop) return top;
  const bottom = top + ROW_HEIGHT + headHeight - height;
  return bottom > scrollTop ? bottom : undefined;
}
