import { useQueryClient } from '@tanstack/preact-query';
import { fieldError, formError } from '../../api/api-error.js';
import { faultsQuery, setFaults } from '../../api/simulator.js';
import { useAction } from '../../api/use-action.js';
import { useDraft } from '../../drafts/use-draft.js';
import { Button } from '../../ui/button.js';
import { ForeignText } from '../../ui/foreign-text.js';
import { Form } from '../../ui/form.js';
import { TextField } from '../../ui/text-field.js';
import { text } from './text.js';

export function FaultsForm({ inForce }: { readonly inForce: string }) {
  const client = useQueryClient();
  const draft = useDraft('faults', inForce);
  const setting = useAction({
    run: setFaults,
    onDone: (answer) => {
      client.setQueryData(faultsQuery().queryKey, answer);
      draft.discard();
    },
  });
  return (
    <Form onSubmit={() => setting.start(draft.value)} error={formError(setting.error, ['faults'])}>
      <p role="status">
        {inForce === '' ? (
          text.noFaults
        ) : (
          <>
            {text.faultsInForce}{' '}
            <code>
              <ForeignText>{inForce}</ForeignText>
            </code>
          </>
        )}
      </p>
      <TextField
        label={text.faultsField}
        hint={text.faultsHint}
        value={draft.value}
        onInput={draft.set}
        error={fieldError(setting.error, 'faults')}
        lines={2}
        isCode
      />
      <div class="actions">
        <Button type="submit" isBusy={setting.isRunning}>
          {text.setFaults}
        </Button>
        <Button disabled={inForce === ''} onClick={() => setting.start('')}>
          {text.clearFaults}
        </Button>
      </div>
    </Form>
  );
}
