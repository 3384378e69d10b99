import { Link } from 'wouter-preact';
import { formatDuration } from '../../format/durations.js';
import { ForeignText } from '../../ui/foreign-text.js';
import { TimeBar } from '../../ui/time-bar.js';
import { pathOf } from '../../url/routes.js';
import { text } from './text.js';
import type { TraceNode } from './trace-tree.js';

export interface WaterfallRowProps {
  readonly node: TraceNode;
  readonly index: number;
  readonly totalMs: number;
  readonly projectId: string;
  readonly isCollapsed: boolean;
  readonly isChosen: boolean;
  /** The one row that `Tab` reaches. */
  readonly isReachable: boolean;
  readonly onToggle: (id: string) => void;
  readonly onChoose: (id: string) => void;
  readonly onActive: (id: string) => void;
}

const INDENT_PX = 14;
/** Deeper ones stand below each other: a name must have room. */
const MAX_INDENTS = 12;

export function WaterfallRow(props: WaterfallRowProps) {
  const { node, index, totalMs, isCollapsed, isChosen, isReachable, onChoose, onActive } = props;
  const { id, level, hasChildren, startMs, durationMs, isError, call } = node;
  const tone = isError ? 'bad' : call === undefined ? 'plain' : 'own';
  return (
    <tr
      data-node={id}
      class="opens"
      aria-rowindex={index + 2}
      aria-level={level}
      aria-expanded={hasChildren ? !isCollapsed : undefined}
      aria-selected={isChosen}
      tabIndex={isReachable ? 0 : -1}
      onFocus={() => onActive(id)}
      onClick={({ target }) => {
        if (target instanceof Element && target.closest('a, button') === null) onChoose(id);
      }}
    >
      <td role="gridcell">
        <NameCell {...props} />
      </td>
      <td role="gridcell">
        <div class="when">
          <TimeBar startMs={startMs} durationMs={durationMs} totalMs={totalMs} tone={tone} />
          <span>{text.startAt(formatDuration(startMs), formatDuration(durationMs))}</span>
        </div>
      </td>
    </tr>
  );
}

function NameCell({ node, projectId, isCollapsed, onToggle }: WaterfallRowProps) {
  const { id, level, name, hasChildren, isError, call } = node;
  return (
    <div
      class="span-name"
      style={{ paddingInlineStart: `${Math.min(level - 1, MAX_INDENTS) * INDENT_PX}px` }}
    >
      {hasChildren ? (
        <button
          type="button"
          class="twist"
          tabIndex={-1}
          aria-label={isCollapsed ? text.expand : text.collapse}
          onClick={() => onToggle(id)}
        >
          {isCollapsed ? '▸' : '▾'}
        </button>
      ) : (
        <span class="twist" />
      )}
      {isError && <span class="span-error">{text.statuses.error}</span>}
      <span class="span-text">
        <ForeignText>{name}</ForeignText>
      </span>
      {call !== undefined && (
        <Link href={pathOf('calls', { projectId }, call.id)} tabIndex={-1} title={call.id}>
          {text.callLink}
        </Link>
      )}
    </div>
  );
}
