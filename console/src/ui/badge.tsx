import type { ComponentChildren } from 'preact';

export interface BadgeProps {
  /** The color; the text says it too. `neutral` when absent. */
  readonly tone?: 'neutral' | 'good' | 'bad' | 'warn' | 'info';
  readonly children: ComponentChildren;
}

export function Badge({ tone = 'neutral', children }: BadgeProps) {
  return <span class={`badge badge-${tone}`}>{children}</span>;
}
