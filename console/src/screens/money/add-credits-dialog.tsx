import { useQueryClient } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { fieldError, formError } from '../../api/api-error.js';
import { refresh } from '../../api/api-query.js';
import { newIdempotencyKey } from '../../api/idempotency-key.js';
import { addCredit, isOutcomeUnknown, organizationPath, ledgerPath } from '../../api/money.js';
import { useAction } from '../../api/use-action.js';
import { useDraft } from '../../drafts/use-draft.js';
import { formatUsd } from '../../format/money.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { Form } from '../../ui/form.js';
import { TextField } from '../../ui/text-field.js';
import { text } from './text.js';

export interface AddCreditsDialogProps {
  readonly organizationId: string;
  readonly onClose: () => void;
  /** With what a person is told. */
  readonly onAdded: (outcome: string) => void;
}

const FIELDS = ['amount_usd', 'note'];

/** The key is made when the form opens and is kept with what is typed: this form moves money once, however often it is sent. */
export function AddCreditsDialog({ organizationId, onClose, onAdded }: AddCreditsDialogProps) {
  const client = useQueryClient();
  const [key] = useState(newIdempotencyKey);
  const draft = useDraft('add-credits', { amount: '', note: '', key });
  const adding = useAction({
    run: () => addCredit(organizationId, draft.value),
    onDone: async (row) => {
      draft.discard();
      onAdded(text.added(formatUsd(row.amount_usd)));
      await Promise.all([
        refresh(client, organizationPath(organizationId)),
        refresh(client, ledgerPath(organizationId)),
      ]);
      onClose();
    },
  });
  const isUnknown = isOutcomeUnknown(adding.error);
  const close = (): void => {
    // What may have been added must not be added again by a new form.
    if (!isUnknown) draft.discard();
    onClose();
  };
  return (
    <Dialog title={text.addCredits} onClose={close} canClose={!adding.isRunning}>
      <Form onSubmit={() => adding.start()} error={formError(adding.error, FIELDS)}>
        {isUnknown && <p class="strong">{text.maybeAdded}</p>}
        <TextField
          label={text.amount}
          hint={text.amountHint}
          error={fieldError(adding.error, 'amount_usd')}
          type="decimal"
          value={draft.value.amount}
          onInput={(amount) => draft.set({ ...draft.value, amount })}
          autoFocus
          required
        />
        <TextField
          label={text.note}
          hint={text.noteHint}
          error={fieldError(adding.error, 'note')}
          value={draft.value.note}
          onInput={(note) => draft.set({ ...draft.value, note })}
        />
        <div class="dialog-actions">
          <Button onClick={close}>{text.cancel}</Button>
          <Button kind="primary" type="submit" isBusy={adding.isRunning}>
            {text.add}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
