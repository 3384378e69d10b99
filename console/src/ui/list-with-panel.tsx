import type { ComponentChildren } from 'preact';

export interface ListWithPanelProps {
  readonly children: ComponentChildren;
  /** The open row, or nothing. */
  readonly panel: ComponentChildren;
}

/** A list, and its open row beside it (over it where there is no room). */
export function ListWithPanel({ children, panel }: ListWithPanelProps) {
  const isOpen = panel !== undefined && panel !== null && panel !== false;
  return (
    <div class={isOpen ? 'list-with-panel is-open' : 'list-with-panel'}>
      <div class="list">{children}</div>
      {panel}
    </div>
  );
}
