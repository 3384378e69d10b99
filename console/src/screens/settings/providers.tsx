import { Link } from 'wouter-preact';
import type { Status } from '../../api/types.js';
import { providerName } from '../../parts/providers/provider-name.js';
import { Badge } from '../../ui/badge.js';
import { Region } from '../../ui/region.js';
import { pathOf } from '../../url/routes.js';
import { text } from './text.js';

export function Providers({ providers }: { readonly providers: Status['providers'] }) {
  return (
    <Region title={text.providers} actions={<Link href={pathOf('providers')}>{text.accounts}</Link>}>
      <ul class="providers">
        {providers.map(({ provider, configured, simulated }) => (
          <li key={provider}>
            <span>{providerName(provider)}</span>
            <Badge tone={configured ? 'good' : 'warn'}>
              {configured ? text.configured : text.notConfigured}
            </Badge>
            {simulated && <Badge tone="info">{text.simulated}</Badge>}
          </li>
        ))}
      </ul>
      {providers.some(({ simulated }) => simulated) && <p class="field-hint">{text.simulatedHint}</p>}
      {providers.some(({ configured }) => !configured) && <p class="field-hint">{text.notConfiguredHint}</p>}
    </Region>
  );
}
