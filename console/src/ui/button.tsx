import type { ComponentChildren, TargetedMouseEvent } from 'preact';

export interface ButtonProps {
  /** `plain` when absent. */
  readonly kind?: 'plain' | 'primary' | 'danger' | 'quiet';
  readonly type?: 'button' | 'submit';
  readonly isBusy?: boolean;
  readonly disabled?: boolean;
  /** When the text alone does not say it. */
  readonly label?: string;
  /** The id of what says which thing it acts on; its name stays the bare word. */
  readonly describedBy?: string;
  readonly onClick?: (event: TargetedMouseEvent<HTMLButtonElement>) => void;
  readonly children: ComponentChildren;
}

/** A busy button keeps its focus and says that it is busy; it does nothing meanwhile. */
export function Button({
  kind = 'plain',
  type = 'button',
  isBusy,
  disabled,
  label,
  describedBy,
  onClick,
  children,
}: ButtonProps) {
  return (
    <button
      class={`button button-${kind}`}
      type={type}
      disabled={disabled}
      aria-busy={isBusy}
      aria-disabled={isBusy}
      aria-label={label}
      aria-describedby={describedBy}
      onClick={(event) => {
        if (isBusy === true) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {children}
    </button>
  );
}
