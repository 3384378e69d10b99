import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useShortcuts } from '../../keys/use-shortcuts.js';
import type { OpenRow } from '../../url/use-open-row.js';
import { text } from '../text.js';
import { neighbour } from './columns.js';

export interface RowKeysOptions {
  readonly ids: readonly string[];
  readonly open: OpenRow | undefined;
  readonly box: { current: HTMLDivElement | null };
  readonly showRow: (index: number) => void;
  /** The end of the rows in memory is reached, in this direction. */
  readonly onEnd: (step: 1 | -1) => void;
}

export interface RowKeys {
  /** The row that `j` and `k` go on from. */
  readonly activeId: string | undefined;
  readonly setActive: (id: string) => void;
}

/** `j`, `k`, `Enter` and `Esc` of a table, its open row included. */
export function useRowKeys({ ids, open, box, showRow, onEnd }: RowKeysOptions): RowKeys {
  const openId = open?.openId;
  const [activeId, setActive] = useState(openId);
  const wanted = useRef<string | undefined>(undefined);
  const [, draw] = useState(0);
  const current = openId ?? activeId;

  const focus = (id: string): void => {
    wanted.current = id;
    showRow(ids.indexOf(id));
    draw((times) => times + 1);
  };
  useLayoutEffect(() => {
    const row = wanted.current;
    const element = row && box.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(row)}"]`);
    if (!element) return;
    wanted.current = undefined;
    element.focus({ preventScroll: true });
  });
  // A row that is closed by the button or by back takes the focus as one that is closed by `Esc`.
  const lastOpen = useRef(openId);
  useLayoutEffect(() => {
    const closed = lastOpen.current;
    lastOpen.current = openId;
    if (openId !== undefined) setActive(openId);
    else if (closed !== undefined && ids.includes(closed)) focus(closed);
  }, [openId]);

  const move = (step: 1 | -1): void => {
    const next = neighbour(ids, current, step);
    if (next === undefined) {
      onEnd(step);
      return;
    }
    setActive(next);
    if (openId === undefined) focus(next);
    else {
      showRow(ids.indexOf(next));
      open?.open(next);
    }
  };
  useShortcuts([
    { key: 'j', label: text.nextRow, run: () => move(1) },
    { key: 'k', label: text.previousRow, run: () => move(-1) },
    ...(open === undefined
      ? []
      : [
          { key: 'Enter', label: text.openRow, run: () => activeId !== undefined && open.open(activeId) },
          { key: 'Escape', label: text.closeRow, run: () => openId !== undefined && open.close() },
        ]),
  ]);
  return { activeId: current, setActive };
}
