import { Button } from './button.js';
import { text } from './text.js';

export interface SaveActionsProps {
  readonly isChanged: boolean;
  readonly isSaving: boolean;
  readonly isSaved: boolean;
  readonly onDiscard: () => void;
}

/** Under a form whose draft is kept: `Save`, `Discard` where there is something to discard, and that it is saved. */
export function SaveActions({ isChanged, isSaving, isSaved, onDiscard }: SaveActionsProps) {
  return (
    <div class="actions">
      <Button kind="primary" type="submit" isBusy={isSaving}>
        {text.save}
      </Button>
      {isChanged && <Button onClick={onDiscard}>{text.discard}</Button>}
      <span role="status">{isSaved && !isChanged && text.saved}</span>
    </div>
  );
}
