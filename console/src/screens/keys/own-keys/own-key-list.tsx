import { OWN_KEY_PROVIDERS, type OwnKeyProvider, type ProviderKey } from '../../../api/provider-keys.js';
import { providerName } from '../../../parts/providers/provider-name.js';
import { Button } from '../../../ui/button.js';
import { Time } from '../../../ui/time.js';
import { text } from './text.js';

export interface OwnKeyListProps {
  readonly keys: readonly ProviderKey[];
  readonly onPut: (provider: OwnKeyProvider, kept: ProviderKey | undefined) => void;
  readonly onDelete: (provider: OwnKeyProvider, kept: ProviderKey) => void;
}

/** Each provider that takes one, with what happens to calls of its models. */
export function OwnKeyList({ keys, onPut, onDelete }: OwnKeyListProps) {
  return (
    <ul class="own-keys" aria-label={text.title}>
      {OWN_KEY_PROVIDERS.map((provider) => {
        const kept = keys.find((key) => key.provider === provider);
        const describedBy = `own-key-${provider}`;
        return (
          <li key={provider}>
            <strong id={describedBy}>{providerName(provider)}</strong>
            <span class="own-key-effect">{kept === undefined ? text.none : <Effect of={kept} />}</span>
            <span>
              <Button kind="quiet" describedBy={describedBy} onClick={() => onPut(provider, kept)}>
                {kept === undefined ? text.set : text.replace}
              </Button>
              {kept !== undefined && (
                <Button kind="quiet" describedBy={describedBy} onClick={() => onDelete(provider, kept)}>
                  {text.delete}
                </Button>
              )}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

function Effect({ of: { created_at, fall_back_to_system: fallsBack } }: { readonly of: ProviderKey }) {
  return (
    <>
      {text.since} <Time at={created_at} />. {fallsBack ? text.fallsBack : text.staysOwn}
    </>
  );
}
