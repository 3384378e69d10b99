import type { ComponentChildren } from 'preact';

/** The row of controls above a list. */
export function Filters({
  label,
  children,
}: {
  readonly label: string;
  readonly children: ComponentChildren;
}) {
  return (
    <div class="filters" role="group" aria-label={label}>
      {children}
    </div>
  );
}
