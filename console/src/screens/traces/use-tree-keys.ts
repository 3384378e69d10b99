import type { TargetedKeyboardEvent } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { TraceNode } from './trace-tree.js';

export interface TreeKeysOptions {
  readonly nodes: readonly TraceNode[];
  readonly collapsed: ReadonlySet<string>;
  readonly activeId: string | undefined;
  readonly box: { current: HTMLDivElement | null };
  readonly showRow: (index: number) => void;
  readonly onActive: (id: string) => void;
  readonly onToggle: (id: string) => void;
  readonly onChoose: (id: string) => void;
}

type Press = TargetedKeyboardEvent<HTMLElement>;

/** The keys of a tree: up and down, left to the parent or closed, right to the child or open, first, last, Enter. */
export function useTreeKeys(options: TreeKeysOptions): (event: Press) => void {
  const { nodes, collapsed, activeId, box, showRow, onActive, onToggle, onChoose } = options;
  const wanted = useRef<string | undefined>(undefined);
  useLayoutEffect(() => {
    if (wanted.current === undefined) return;
    const row = box.current?.querySelector<HTMLElement>(`[data-node="${CSS.escape(wanted.current)}"]`);
    if (!row) return;
    wanted.current = undefined;
    row.focus({ preventScroll: true });
  });
  const index = Math.max(
    0,
    nodes.findIndex(({ id }) => id === activeId),
  );
  const goTo = (place: number): void => {
    const node = nodes[Math.min(nodes.length - 1, Math.max(0, place))];
    if (node === undefined) return;
    wanted.current = node.id;
    showRow(nodes.indexOf(node));
    onActive(node.id);
  };
  const left = (node: TraceNode): void => {
    if (node.hasChildren && !collapsed.has(node.id)) onToggle(node.id);
    else if (node.level > 1) goTo(nodes.findLastIndex(({ level }, at) => at < index && level < node.level));
  };
  const right = (node: TraceNode): void => {
    if (!node.hasChildren) return;
    if (collapsed.has(node.id)) onToggle(node.id);
    else goTo(index + 1);
  };
  return (event) => {
    const node = nodes[index];
    if (node === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const actions: Readonly<Record<string, () => void>> = {
      ArrowDown: () => goTo(index + 1),
      ArrowUp: () => goTo(index - 1),
      Home: () => goTo(0),
      End: () => goTo(nodes.length - 1),
      ArrowLeft: () => left(node),
      ArrowRight: () => right(node),
      Enter: () => onChoose(node.id),
      ' ': () => onChoose(node.id),
    };
    const action = actions[event.key];
    // Enter on a link or button in the row is theirs.
    if (action === undefined || (event.target instanceof Element && event.target.closest('a, button')))
      return;
    event.preventDefault();
    action();
  };
}
