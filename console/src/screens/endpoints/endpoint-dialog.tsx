import { useQueryClient } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { faultsOf, fieldError, formError } from '../../api/api-error.js';
import { refresh } from '../../api/api-query.js';
import { changeEndpoint, endpointsPath, registerEndpoint, type Endpoint } from '../../api/endpoints.js';
import { useAction } from '../../api/use-action.js';
import { useDraft } from '../../drafts/use-draft.js';
import { Button } from '../../ui/button.js';
import { Check } from '../../ui/check.js';
import { Dialog } from '../../ui/dialog.js';
import { Form } from '../../ui/form.js';
import { TextField } from '../../ui/text-field.js';
import { changeOf, fieldsOf, type TypedEndpoint } from './read-endpoint.js';
import { text } from './text.js';

export interface EndpointDialogProps {
  readonly projectId: string;
  /** The one that is changed; a new one when absent. */
  readonly endpoint?: Endpoint | undefined;
  readonly onClose: () => void;
}

const FIELDS = ['model', 'base_url', 'upstream_model', 'api_key'];

/** Registers an endpoint, or changes one. The key and the headers are no drafts: secrets are not kept in the browser. */
export function EndpointDialog({ projectId, endpoint, onClose }: EndpointDialogProps) {
  const client = useQueryClient();
  const draftName = (field: string): string => `endpoint-${endpoint?.id ?? 'new'}-${field}`;
  const model = useDraft(draftName('model'), endpoint?.model ?? '');
  const baseUrl = useDraft(draftName('base-url'), endpoint?.base_url ?? '');
  const upstreamModel = useDraft(draftName('upstream-model'), endpoint?.upstream_model ?? '');
  const [apiKey, setApiKey] = useState('');
  const [sendsNoKey, setSendsNoKey] = useState(false);
  const keptNames = endpoint?.headers ?? [];
  const [headers, setHeaders] = useState('');
  const [sendsNoHeaders, setSendsNoHeaders] = useState(false);
  const discard = (): void => {
    for (const draft of [model, baseUrl, upstreamModel]) draft.discard();
  };
  const typed: TypedEndpoint = {
    model: model.value,
    baseUrl: baseUrl.value,
    upstreamModel: upstreamModel.value,
    apiKey,
    sendsNoKey,
    headers,
    sendsNoHeaders,
  };
  const saving = useAction({
    run: () =>
      endpoint === undefined
        ? registerEndpoint(projectId, fieldsOf(typed))
        : changeEndpoint(endpoint.id, changeOf(endpoint, typed)),
    onDone: async () => {
      discard();
      await refresh(client, endpointsPath(projectId));
      onClose();
    },
  });
  const headersFault = headersError(saving.error);
  const cancel = (): void => {
    discard();
    onClose();
  };
  return (
    <Dialog title={endpoint === undefined ? text.registerTitle : text.changeTitle} onClose={onClose}>
      <Form
        onSubmit={() => saving.start()}
        error={headersFault === undefined ? formError(saving.error, FIELDS) : undefined}
      >
        <TextField
          label={text.model}
          hint={text.modelHint}
          error={fieldError(saving.error, 'model')}
          value={model.value}
          onInput={model.set}
          isCode
          autoFocus
          required
        />
        <TextField
          label={text.baseUrl}
          hint={text.baseUrlHint}
          error={fieldError(saving.error, 'base_url')}
          value={baseUrl.value}
          onInput={baseUrl.set}
          isCode
          required
        />
        <TextField
          label={text.upstreamModel}
          hint={text.upstreamModelHint}
          error={fieldError(saving.error, 'upstream_model')}
          value={upstreamModel.value}
          onInput={upstreamModel.set}
          isCode
        />
        <TextField
          label={text.apiKey}
          hint={endpoint?.has_api_key === true ? text.keptKeyHint : text.apiKeyHint}
          error={fieldError(saving.error, 'api_key')}
          type="password"
          autoComplete="new-password"
          value={apiKey}
          onInput={setApiKey}
          isCode
        />
        {endpoint?.has_api_key === true && (
          <Check label={text.noKey} isOn={sendsNoKey} onChange={setSendsNoKey} />
        )}
        <TextField
          label={text.headers}
          hint={keptNames.length === 0 ? text.headersHint : text.keptHeadersHint(keptNames.join(', '))}
          error={headersFault}
          value={headers}
          onInput={setHeaders}
          lines={3}
          isCode
        />
        {keptNames.length > 0 && (
          <Check label={text.noHeaders} isOn={sendsNoHeaders} onChange={setSendsNoHeaders} />
        )}
        <div class="dialog-actions">
          <Button onClick={cancel}>{text.cancel}</Button>
          <Button kind="primary" type="submit" isBusy={saving.isRunning}>
            {endpoint === undefined ? text.registerDo : text.save}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

/** The API names the header that is wrong. */
const headersError = (error: unknown): string | undefined =>
  faultsOf(error).find(({ field }) => field.split('.')[0] === 'headers')?.message;
