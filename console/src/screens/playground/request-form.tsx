import { useQuery } from '@tanstack/preact-query';
import { fieldError, formError } from '../../api/api-error.js';
import { routersQuery } from '../../api/routers.js';
import { useDraft } from '../../drafts/use-draft.js';
import { useModelOptions } from '../../parts/models/use-model-options.js';
import { Button } from '../../ui/button.js';
import { CopyButton } from '../../ui/copy-button.js';
import { ErrorState } from '../../ui/error-state.js';
import { Form } from '../../ui/form.js';
import { Picker } from '../../ui/picker/picker.js';
import { Region } from '../../ui/region.js';
import { TextField } from '../../ui/text-field.js';
import { modelChoices } from './model-choices.js';
import { codeOf, curlOf, messagesOf } from './snippets.js';
import { text } from './text.js';
import type { Chat } from './use-chat.js';

const FIELDS = ['model', 'messages'];

export function RequestForm({ projectId, chat }: { readonly projectId: string; readonly chat: Chat }) {
  const model = useDraft('model', 'auto');
  const system = useDraft('system', '');
  const message = useDraft('message', '');
  const routers = useQuery({ ...routersQuery(projectId), refetchInterval: false });
  const models = useModelOptions();
  const failed = [routers, models].find(({ error }) => error !== null);
  const messages = messagesOf(system.value, message.value);
  const snippet = {
    origin: typeof location === 'undefined' ? '' : location.origin,
    model: model.value,
    messages,
  };
  return (
    <Region title={text.request}>
      {failed?.error && <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />}
      <Form
        onSubmit={() => chat.send({ model: model.value, messages, stream: true })}
        error={formError(chat.error, FIELDS)}
      >
        <Picker
          label={text.model}
          hint={text.modelHint}
          value={model.value}
          options={modelChoices(routers.data?.data ?? [], models.options)}
          isDraft
          onChange={(chosen) => model.set(chosen === '' ? 'auto' : chosen)}
          error={fieldError(chat.error, 'model')}
        />
        <TextField label={text.system} lines={2} value={system.value} onInput={system.set} />
        <TextField
          label={text.message}
          lines={6}
          value={message.value}
          onInput={message.set}
          error={fieldError(chat.error, 'messages')}
        />
        <div class="actions">
          <Button kind="primary" type="submit" isBusy={chat.isRunning}>
            {text.send}
          </Button>
          {/* In a place of its own always: who presses it a moment too late must not send again. */}
          <Button kind="danger" disabled={!chat.isRunning} onClick={chat.stop}>
            {text.stop}
          </Button>
          <CopyButton label={text.curl} value={curlOf(snippet)} />
          <CopyButton label={text.code} value={codeOf(snippet)} />
        </div>
        <p class="soft">{text.placeholder}</p>
      </Form>
    </Region>
  );
}
