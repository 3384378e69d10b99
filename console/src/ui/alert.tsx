import type { ComponentChildren } from 'preact';

export interface AlertProps {
  /** `error` when absent. */
  readonly kind?: 'error' | 'warning';
  readonly children: ComponentChildren;
}

/** Said at once by screen readers. */
export function Alert({ kind = 'error', children }: AlertProps) {
  return (
    <div class={`alert alert-${kind}`} role="alert">
      {children}
    </div>
  );
}
