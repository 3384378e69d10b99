import { useQueryClient } from '@tanstack/preact-query';
import { useLocation } from 'wouter-preact';
import { projectsQuery } from '../api/organizations.js';
import { browserShelf } from '../store/browser-storage.js';
import { Combobox } from '../ui/combobox.js';
import { isOfInstallation, isOfProject, pathOf, type Route } from '../url/routes.js';
import { text } from './text.js';
import type { ScopeState } from './use-scope.js';

export interface ScopePickerProps {
  readonly scope: ScopeState;
  readonly route: Route | undefined;
  /** The path may be the same as before: whose things are shown is not in that of every screen. */
  readonly onChosen: () => void;
}

/** Chooses whose things are shown: the same screen of another project or organization. */
export function ScopePicker({ scope, route, onChosen }: ScopePickerProps) {
  const [, navigate] = useLocation();
  const client = useQueryClient();
  const screen = route?.screen ?? 'overview';
  const chooseProject = (projectId: string): void => {
    browserShelf.write('project', projectId);
    const stays = isOfProject(screen) || isOfInstallation(screen);
    navigate(pathOf(stays ? screen : 'calls', { projectId }));
    onChosen();
  };
  const chooseOrganization = async (organizationId: string): Promise<void> => {
    browserShelf.write('organization', organizationId);
    browserShelf.write('project', undefined);
    if (!isOfProject(screen)) {
      navigate(pathOf(screen, { organizationId }));
      onChosen();
      return;
    }
    const [first] = await client.query(projectsQuery(organizationId));
    navigate(pathOf(first === undefined ? 'money' : screen, { organizationId, projectId: first?.id }));
  };
  return (
    <div class="scope">
      <Combobox
        label={text.organization}
        value={scope.organizationId ?? ''}
        options={scope.organizations.map(toOption)}
        onChange={(id) => void chooseOrganization(id)}
      />
      <Combobox
        label={text.project}
        value={scope.projectId ?? ''}
        options={scope.projects.map(toOption)}
        onChange={chooseProject}
      />
    </div>
  );
}

const toOption = ({ id, name }: { readonly id: string; readonly name: string }) => ({
  value: id,
  label: name,
});
