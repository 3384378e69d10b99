import { Link } from 'wouter-preact';
import { CodeText } from '../../ui/code-text.js';
import { CopyButton } from '../../ui/copy-button.js';
import { Region } from '../../ui/region.js';
import { pathOf } from '../../url/routes.js';
import { text } from './text.js';
import { gatewayOrigin } from '../../url/origin.js';

/** Of a project in which nothing was called yet. */
export function FirstSteps({ projectId }: { readonly projectId: string }) {
  const command = commandFor(gatewayOrigin());
  return (
    <Region title={text.firstSteps}>
      <p>{text.firstCall}</p>
      <ol class="overview-steps">
        <li>
          {text.stepKey} <Link href={pathOf('keys', { projectId })}>{text.keys}</Link>
        </li>
        <li>
          {text.stepCall}
          <CodeText label={text.command}>{command}</CodeText>
          <CopyButton value={command} />
        </li>
        <li>
          {text.stepClients} <Link href={pathOf('settings')}>{text.settings}</Link>. {text.stepLook}
        </li>
      </ol>
    </Region>
  );
}

const commandFor = (origin: string): string =>
  `curl ${origin}/api/v1/openai/chat/completions -H 'Authorization: Bearer svc_live_YOUR_KEY' -H 'Content-Type: application/json' -d '{"model":"auto","messages":[{"role":"user","content":"Say hello in one sentence."}]}'`;
