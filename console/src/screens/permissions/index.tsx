import './permissions.css';
import { useQuery } from '@tanstack/preact-query';
import { projectQuery } from '../../api/organizations.js';
import type { Project } from '../../api/types.js';
import { Loaded } from '../../ui/loaded.js';
import { Region } from '../../ui/region.js';
import { Screen } from '../../ui/screen.js';
import type { ScreenProps } from '../../url/screen-props.js';
import { AliasesRegion } from './aliases-region.js';
import { ContentSetting } from './content-setting.js';
import { PermissionSwitch, type Permission } from './permission-switch.js';
import { ProjectLimit } from './project-limit.js';
import { text } from './text.js';

/** What the gateway may do for a project's calls, and what they may cost. */
export default function PermissionsScreen({ projectId }: ScreenProps) {
  const project = useQuery(projectQuery(projectId));
  return (
    <Screen title={text.title}>
      <p>{text.intro}</p>
      <Loaded read={project}>
        {(loaded) => (
          <>
            <Region title={text.toggles}>
              {statesOf(loaded).map(([permission, isOn]) => (
                <PermissionSwitch
                  key={permission}
                  projectId={projectId}
                  permission={permission}
                  isOn={isOn}
                />
              ))}
              <ContentSetting project={loaded} />
            </Region>
            <ProjectLimit project={loaded} />
          </>
        )}
      </Loaded>
      <AliasesRegion projectId={projectId} />
    </Screen>
  );
}

const statesOf = ({ permissions, trace_content }: Project): readonly (readonly [Permission, boolean])[] => [
  ['smart_routing', permissions.smart_routing],
  ['automatic_updates', permissions.automatic_updates],
  ['token_compression', permissions.token_compression],
  ['chinese_models', permissions.chinese_models],
  ['response_storage', permissions.response_storage],
  ['trace_content', trace_content === 'keep'],
];
