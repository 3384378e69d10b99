import type { Status } from '../../api/types.js';
import { Badge } from '../../ui/badge.js';
import { Region } from '../../ui/region.js';
import { text } from './text.js';

export function Providers({ providers }: { readonly providers: Status['providers'] }) {
  return (
    <Region title={text.providers}>
      <ul class="providers">
        {providers.map(({ provider, configured, simulated }) => (
          <li key={provider}>
            <span>{text.providerNames[provider]}</span>
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
