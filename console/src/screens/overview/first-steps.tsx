import { Link } from 'wouter-preact';
import { Command } from '../../parts/commands/command.js';
import { firstCall } from '../../parts/commands/commands.js';
import { Region } from '../../ui/region.js';
import { pathOf } from '../../url/routes.js';
import { text } from './text.js';
import { gatewayOrigin } from '../../url/origin.js';

/** Of a project in which nothing was called yet. */
export function FirstSteps({ projectId }: { readonly projectId: string }) {
  return (
    <Region title={text.firstSteps}>
      <p>{text.firstCall}</p>
      <ol class="overview-steps">
        <li>
          {text.stepKey} <Link href={pathOf('keys', { projectId })}>{text.keys}</Link>
        </li>
        <li>
          {text.stepCall}
          <Command>{firstCall(gatewayOrigin())}</Command>
        </li>
        <li>
          {text.stepClients} <Link href={pathOf('settings')}>{text.settings}</Link>. {text.stepLook}
        </li>
      </ol>
    </Region>
  );
}
