import type { CreatedKey } from '../../api/types.js';
import { Button } from '../../ui/button.js';
import { CodeText } from '../../ui/code-text.js';
import { CopyButton } from '../../ui/copy-button.js';
import { Dialog } from '../../ui/dialog.js';
import { text } from './text.js';

export interface CreatedKeyDialogProps {
  readonly created: CreatedKey;
  readonly onClose: () => void;
}

/** The key itself, once. `Esc` does not close it: it could not be shown again. */
export function CreatedKeyDialog({ created, onClose }: CreatedKeyDialogProps) {
  return (
    <Dialog title={text.createdTitle} canClose={false} onClose={onClose}>
      <p>{text.createdOnce}</p>
      <CodeText label={text.keyLabel}>{created.key}</CodeText>
      <div class="dialog-actions">
        <CopyButton value={created.key} kind="primary" />
        <Button onClick={onClose}>{text.done}</Button>
      </div>
    </Dialog>
  );
}
