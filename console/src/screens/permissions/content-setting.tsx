import { useQueryClient } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { fieldError, formError, messageOf } from '../../api/api-error.js';
import { refresh } from '../../api/api-query.js';
import { changeProject, projectPath, type ProjectChange } from '../../api/projects.js';
import type { Project } from '../../api/types.js';
import { useAction } from '../../api/use-action.js';
import { Alert } from '../../ui/alert.js';
import { Button } from '../../ui/button.js';
import { Form } from '../../ui/form.js';
import { Switch } from '../../ui/switch.js';
import { TextField } from '../../ui/text-field.js';
import { text } from './text.js';

type Setting = NonNullable<ProjectChange['call_content']>;

const RETENTION = 'call_content.retention';
const MAX_KB = 'call_content.max_kb';

/** Whether requests and answers are kept, how long and how much of them: what that means is said in words. */
export function ContentSetting({ project }: { readonly project: Project }) {
  const { enabled, retention, max_kb } = project.call_content;
  const changing = useChange(project.id);
  return (
    <div class="permission">
      <Switch
        label={text.contents.label}
        isOn={enabled}
        disabled={changing.isRunning}
        onChange={(wanted) => changing.start({ enabled: wanted })}
        hint={
          <>
            <span class="permission-effect">
              <strong>{text.now}</strong> {enabled ? text.contents.on(retention, max_kb) : text.contents.off}
            </span>
            <span class="permission-effect">
              {enabled ? text.switchedOff : text.switchedOn}{' '}
              {enabled ? text.contents.off : text.contents.on(retention, max_kb)}
            </span>
          </>
        }
      />
      {changing.error !== null && <Alert>{messageOf(changing.error)}</Alert>}
      {enabled && <Bounds key={`${retention} ${max_kb}`} project={project} />}
    </div>
  );
}

function Bounds({ project }: { readonly project: Project }) {
  const { retention, max_kb } = project.call_content;
  const [written, setWritten] = useState({ retention, kb: String(max_kb) });
  const changing = useChange(project.id);
  const { error } = changing;
  return (
    <Form
      label={text.contents.bounds}
      error={formError(error, [RETENTION, MAX_KB])}
      onSubmit={() => changing.start({ retention: written.retention.trim(), max_kb: numberOf(written.kb) })}
    >
      <TextField
        label={text.contents.retention}
        hint={text.contents.retentionHint}
        value={written.retention}
        onInput={(value) => setWritten({ ...written, retention: value })}
        error={fieldError(error, RETENTION)}
      />
      <TextField
        label={text.contents.kilobytes}
        hint={text.contents.kilobytesHint}
        type="decimal"
        value={written.kb}
        onInput={(kb) => setWritten({ ...written, kb })}
        error={fieldError(error, MAX_KB)}
      />
      <Button type="submit" isBusy={changing.isRunning}>
        {text.contents.save}
      </Button>
    </Form>
  );
}

function useChange(projectId: string) {
  const client = useQueryClient();
  return useAction({
    run: (call_content: Setting) => changeProject(projectId, { call_content }),
    onDone: () => refresh(client, projectPath(projectId)),
  });
}

/** What is no number is left for the API to refuse in its words. */
const numberOf = (written: string): number => (/^\d{1,9}$/.test(written.trim()) ? Number(written) : 0);
