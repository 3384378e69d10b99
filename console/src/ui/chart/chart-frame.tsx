import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';
import { Button } from '../button.js';
import { text } from '../text.js';

export interface ChartFrameProps {
  readonly name: string;
  /** A class beside `chart`. */
  readonly kind?: string;
  readonly actions?: ComponentChildren;
  /** What the chart shows, to be read. */
  readonly table: ComponentChildren;
  /** The chart itself. */
  readonly children: ComponentChildren;
}

/** Whatever is drawn can be read as a table too. */
export function ChartFrame({ name, kind, actions, table, children }: ChartFrameProps) {
  const [isTable, setIsTable] = useState(false);
  const id = useId();
  return (
    <figure class={kind === undefined ? 'chart' : `chart ${kind}`} aria-labelledby={id}>
      <figcaption class="region-head">
        <h2 id={id}>{name}</h2>
        <div class="actions">
          {actions}
          <Button kind="quiet" onClick={() => setIsTable(!isTable)}>
            {isTable ? text.showAsChart : text.showAsTable}
          </Button>
        </div>
      </figcaption>
      {isTable ? table : children}
    </figure>
  );
}
