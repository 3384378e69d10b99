import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { ROW_HEIGHT, rowWindow, scrollToRow, type RowWindow } from './row-window.js';

/** Before the first layout is known. */
const FIRST_HEIGHT = 800;

export interface ScrolledRows {
  readonly box: { current: HTMLDivElement | null };
  readonly window: RowWindow;
  readonly onScroll: () => void;
  readonly showRow: (index: number) => void;
}

/** Which of the rows are drawn, as the box is scrolled; what is at its top stays there when rows come or go above it. */
export function useRowWindow(ids: readonly string[], keepsPlace: boolean): ScrolledRows {
  const box = useRef<HTMLDivElement>(null);
  const count = ids.length;
  const [window, setWindow] = useState(() => rowWindow({ scrollTop: 0, height: FIRST_HEIGHT, count }));
  const update = useCallback(() => {
    const { scrollTop, clientHeight: height } = box.current ?? { scrollTop: 0, clientHeight: FIRST_HEIGHT };
    const next = rowWindow({ scrollTop, height, count });
    setWindow((last) => (last.start === next.start && last.end === next.end ? last : next));
  }, [count]);

  const before = useRef(ids);
  useLayoutEffect(() => {
    if (box.current !== null && before.current !== ids)
      keepPlace(box.current, { before: before.current, ids, always: keepsPlace });
    before.current = ids;
    update();
  }, [ids, keepsPlace, update]);

  useEffect(() => {
    addEventListener('resize', update);
    return () => removeEventListener('resize', update);
  }, [update]);

  const showRow = useCallback(
    (index: number) => {
      if (box.current === null) return;
      const { scrollTop, clientHeight: height } = box.current;
      const headHeight = box.current.querySelector('thead')?.offsetHeight ?? 0;
      const wanted = scrollToRow({ index, scrollTop, height, headHeight });
      if (wanted !== undefined) box.current.scrollTop = wanted;
      update();
    },
    [update],
  );
  const bounded = window.end > count ? rowWindow({ scrollTop: 0, height: FIRST_HEIGHT, count }) : window;
  return { box, window: bounded, onScroll: update, showRow };
}

function keepPlace(
  box: HTMLDivElement,
  { before, ids, always }: { before: readonly string[]; ids: readonly string[]; always: boolean },
): void {
  // At the top of the newest page new rows are what one looks for.
  if (box.scrollTop === 0 && !always) return;
  const top = Math.floor(box.scrollTop / ROW_HEIGHT);
  const id = before[top];
  const index = id === undefined ? -1 : ids.indexOf(id);
  if (index !== -1 && index !== top) box.scrollTop += (index - top) * ROW_HEIGHT;
}
