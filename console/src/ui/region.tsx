import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

export interface RegionProps {
  /** Its heading and its accessible name. */
  readonly title: string;
  /** 2 when absent. */
  readonly level?: 2 | 3 | undefined;
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A named part of a screen. */
export function Region({ title, level = 2, actions, children }: RegionProps) {
  const id = useId();
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <section class="region" aria-labelledby={id}>
      <div class="region-head">
        <Heading id={id}>{title}</Heading>
        {actions !== undefined && <div class="actions">{actions}</div>}
      </div>
      {children}
    </section>
  );
}
