import type { ComponentChildren } from 'preact';
import { Alert } from './alert.js';
import { Button } from './button.js';
import { Dialog } from './dialog.js';
import { text } from './text.js';

export interface ConfirmDialogProps {
  readonly title: string;
  /** What will happen. */
  readonly children: ComponentChildren;
  /** The word of the button: `Revoke`. */
  readonly confirmLabel: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  readonly isBusy?: boolean;
  readonly error?: Error | null;
}

/** Asks before something that cannot be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, children, confirmLabel, onConfirm, onClose, isBusy, error } = props;
  return (
    <Dialog title={title} onClose={onClose}>
      <div>{children}</div>
      {error !== undefined && error !== null && <Alert>{error.message}</Alert>}
      <div class="dialog-actions">
        <Button onClick={onClose}>{text.cancel}</Button>
        <Button kind="danger" isBusy={isBusy} onClick={onConfirm}>
          {confirmLabel}
        </Button>
      </div>
    </Dialog>
  );
}
