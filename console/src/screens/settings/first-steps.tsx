import { Link } from 'wouter-preact';
import { CodeText } from '../../ui/code-text.js';
import { Combobox } from '../../ui/combobox.js';
import { CopyButton } from '../../ui/copy-button.js';
import { Region } from '../../ui/region.js';
import { anyText } from '../../url/params.js';
import { pathOf, type ScreenName } from '../../url/routes.js';
import { useParams } from '../../url/use-params.js';
import { snippetsFor, type Snippet } from './snippets.js';
import { text } from './text.js';
import { gatewayOrigin } from '../../url/origin.js';

const PARAMS = { client: anyText };

/** From a key to the receipt of a first call. */
export function FirstSteps({ projectId }: { readonly projectId: string }) {
  const [{ client }, set] = useParams(PARAMS);
  const snippets = snippetsFor(gatewayOrigin());
  const snippet = snippets.find(({ id }) => id === client) ?? snippets[0];
  const linkTo = (screen: ScreenName): string =>
    pathOf(screen, { projectId: projectId === '' ? undefined : projectId });
  return (
    <Region title={text.firstSteps}>
      <ol class="settings-steps">
        <li>
          {text.stepKey} <Link href={linkTo('keys')}>{text.stepKeyLink}</Link>. {text.stepKeyRest}
        </li>
        <li>
          {text.stepCall}
          <div class="step-client">
            <Combobox
              label={text.client}
              value={snippet?.id ?? ''}
              options={snippets.map(({ id, label }) => ({ value: id, label }))}
              onChange={(id) => set({ client: id })}
            />
          </div>
          {snippet !== undefined && <SnippetText snippet={snippet} />}
        </li>
        <li>
          {text.stepLook} <Link href={linkTo('calls')}>{text.stepLookLink}</Link>.
        </li>
      </ol>
    </Region>
  );
}

function SnippetText({ snippet: { label, install, code } }: { readonly snippet: Snippet }) {
  return (
    <div class="snippet">
      {install !== '' && <CodeText label={`${text.install}, ${label}`}>{install}</CodeText>}
      <CodeText label={`${text.code}, ${label}`}>{code}</CodeText>
      <div class="actions">
        <CopyButton value={code} />
        <span class="field-hint">{text.keyIsPlaceholder}</span>
      </div>
    </div>
  );
}
