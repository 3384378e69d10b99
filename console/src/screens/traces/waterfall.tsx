import { useMemo, useState } from 'preact/hooks';
import { Button } from '../../ui/button.js';
import { ROW_HEIGHT } from '../../ui/table/row-window.js';
import { useRowWindow } from '../../ui/table/use-row-window.js';
import { text } from './text.js';
import { visibleNodes, type TraceTree } from './trace-tree.js';
import { useTreeKeys } from './use-tree-keys.js';
import { WaterfallRow } from './waterfall-row.js';

export interface WaterfallProps {
  readonly tree: TraceTree;
  readonly projectId: string;
  readonly chosenId: string | undefined;
  readonly onChoose: (id: string) => void;
}

/** The spans of a trace over time, as a tree; of thousands only those are drawn that can be seen. */
export function Waterfall({ tree, projectId, chosenId, onChoose }: WaterfallProps) {
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(new Set());
  const [activeId, setActiveId] = useState<string>();
  const nodes = useMemo(() => visibleNodes(tree.nodes, collapsed), [tree, collapsed]);
  const ids = useMemo(() => nodes.map(({ id }) => id), [nodes]);
  const { box, window, onScroll, showRow } = useRowWindow(ids, false);
  const toggle = (id: string): void => {
    const next = new Set(collapsed);
    if (!next.delete(id)) next.add(id);
    setActiveId(id);
    setCollapsed(next);
  };
  const onKeyDown = useTreeKeys({
    nodes,
    collapsed,
    activeId,
    box,
    showRow,
    onActive: setActiveId,
    onToggle: toggle,
    onChoose,
  });
  const drawn = nodes.slice(window.start, window.end);
  const reachable = drawn.find(({ id }) => id === activeId) ?? drawn[0];
  const parents = (): string[] => tree.nodes.filter(({ hasChildren }) => hasChildren).map(({ id }) => id);
  return (
    <>
      <div class="actions">
        <Button kind="quiet" onClick={() => setCollapsed(new Set(parents()))}>
          {text.collapseAll}
        </Button>
        <Button kind="quiet" onClick={() => setCollapsed(new Set())}>
          {text.expandAll}
        </Button>
        <span class="soft">{text.waterfallHint}</span>
      </div>
      <div class="table-box waterfall" ref={box} onScroll={onScroll}>
        <table
          role="treegrid"
          aria-label={text.waterfall}
          aria-rowcount={nodes.length + 1}
          onKeyDown={onKeyDown}
        >
          <thead>
            <tr>
              <th scope="col">{text.name}</th>
              <th scope="col">{text.when}</th>
            </tr>
          </thead>
          <tbody>
            <Gap rows={window.start} />
            {drawn.map((node, index) => (
              <WaterfallRow
                key={node.id}
                node={node}
                index={window.start + index}
                totalMs={tree.totalMs}
                projectId={projectId}
                isCollapsed={collapsed.has(node.id)}
                isChosen={node.id === chosenId}
                isReachable={node === reachable}
                onToggle={toggle}
                onChoose={onChoose}
                onActive={setActiveId}
              />
            ))}
            <Gap rows={nodes.length - window.end} />
          </tbody>
        </table>
      </div>
    </>
  );
}

/** The room of the rows that are not drawn. */
function Gap({ rows }: { readonly rows: number }) {
  if (rows <= 0) return null;
  return (
    <tr class="gap" aria-hidden="true">
      <td colSpan={2} style={{ height: `${rows * ROW_HEIGHT}px` }} />
    </tr>
  );
}
