import type { ComponentChildren } from 'preact';

export interface EmptyStateProps {
  /** What there is none of: "No calls in this period". */
  readonly title: string;
  /** What would fill it, and how. */
  readonly children: ComponentChildren;
}

export function EmptyState({ title, children }: EmptyStateProps) {
  return (
    <div class="empty">
      <p class="empty-title">{title}</p>
      <div>{children}</div>
    </div>
  );
}
