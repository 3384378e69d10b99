import { useQueryClient } from '@tanstack/preact-query';
import { messageOf } from '../../api/api-error.js';
import { refresh } from '../../api/api-query.js';
import { changeProject, projectPath, type ProjectChange } from '../../api/projects.js';
import { useAction } from '../../api/use-action.js';
import { Alert } from '../../ui/alert.js';
import { Switch } from '../../ui/switch.js';
import { text } from './text.js';

export type Permission =
  | 'smart_routing'
  | 'automatic_updates'
  | 'token_compression'
  | 'chinese_models'
  | 'response_storage'
  | 'trace_content';

export interface PermissionSwitchProps {
  readonly projectId: string;
  readonly permission: Permission;
  readonly isOn: boolean;
}

/** One permission with what it does as it is, and what the other state would do. */
export function PermissionSwitch({ projectId, permission, isOn }: PermissionSwitchProps) {
  const client = useQueryClient();
  const changing = useAction({
    run: (wanted: boolean) => changeProject(projectId, changeOf(permission, wanted)),
    onDone: () => refresh(client, projectPath(projectId)),
  });
  const { label, on, off } = text[permission];
  return (
    <div class="permission">
      <Switch
        label={label}
        isOn={isOn}
        disabled={changing.isRunning}
        onChange={changing.start}
        hint={
          <>
            <span class="permission-effect">
              <strong>{text.now}</strong> {isOn ? on : off}
            </span>
            <span class="permission-effect">
              {isOn ? text.switchedOff : text.switchedOn} {isOn ? off : on}
            </span>
          </>
        }
      />
      <span class="visually-hidden" role="status">
        {changing.result !== undefined && text.saved(label, isOn)}
      </span>
      {changing.error !== null && <Alert>{messageOf(changing.error)}</Alert>}
    </div>
  );
}

function changeOf(permission: Permission, isOn: boolean): ProjectChange {
  if (permission === 'trace_content') return { trace_content: isOn ? 'keep' : 'drop' };
  return { permissions: { [permission]: isOn } };
}
