import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { Button } from './button.js';
import { text } from './text.js';

export interface RowPanelProps {
  /** The heading, as `Call call_…`. */
  readonly title: string;
  /** The open row: another one takes the focus to the heading again. */
  readonly rowId: string;
  readonly onClose: () => void;
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** The open row beside its list. Stands after the table; `j`, `k` and `Esc` are the table's. */
export function RowPanel({ title, rowId, onClose, actions, children }: RowPanelProps) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    panel.current?.scrollTo(0, 0);
    heading.current?.focus();
  }, [rowId]);
  return (
    <aside ref={panel} class="row-panel" aria-labelledby={id}>
      <header class="region-head">
        <h2 ref={heading} id={id} tabIndex={-1}>
          {title}
        </h2>
        <div class="actions">
          {actions}
          <Button kind="quiet" onClick={onClose}>
            {text.close}
          </Button>
        </div>
      </header>
      {children}
    </aside>
  );
}
