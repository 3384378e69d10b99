import { fieldError, formError } from '../../api/api-error.js';
import { saveCard } from '../../api/money.js';
import type { Organization } from '../../api/types.js';
import { useAction } from '../../api/use-action.js';
import { useDraft } from '../../drafts/use-draft.js';
import { Button } from '../../ui/button.js';
import { Form } from '../../ui/form.js';
import { TextField } from '../../ui/text-field.js';
import { text } from './text.js';

export interface CardFormProps {
  readonly organizationId: string;
  readonly onSaved: (organization: Organization) => void;
}

export function CardForm({ organizationId, onSaved }: CardFormProps) {
  const method = useDraft('card', '');
  const saving = useAction({
    run: () => saveCard(organizationId, method.value),
    onDone: (organization) => {
      method.discard();
      onSaved(organization);
    },
  });
  return (
    <Form onSubmit={() => saving.start()} error={formError(saving.error, ['payment_method'])}>
      <TextField
        label={text.paymentMethod}
        hint={text.paymentMethodHint}
        error={fieldError(saving.error, 'payment_method')}
        value={method.value}
        onInput={method.set}
        isCode
      />
      <div class="actions">
        <Button type="submit" isBusy={saving.isRunning}>
          {text.saveCard}
        </Button>
        <span role="status">{saving.result !== undefined && method.value === '' && text.saved}</span>
      </div>
    </Form>
  );
}
