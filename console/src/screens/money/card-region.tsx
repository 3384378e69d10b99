import { useQueryClient } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { organizationQuery, removeCard } from '../../api/money.js';
import type { Organization } from '../../api/types.js';
import { useAction } from '../../api/use-action.js';
import { Alert } from '../../ui/alert.js';
import { Button } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { Region } from '../../ui/region.js';
import { Time } from '../../ui/time.js';
import { CardFacts } from './card-facts.js';
import { CardForm } from './card-form.js';
import { text } from './text.js';

export function CardRegion({ organization: { id, card } }: { readonly organization: Organization }) {
  const client = useQueryClient();
  // The tag is of the settings: a card does not change it.
  const keep = (organization: Organization): void => {
    client.setQueryData(organizationQuery(id).queryKey, (before) => ({
      data: organization,
      etag: before?.etag,
    }));
  };
  const [asks, setAsks] = useState(false);
  const removing = useAction({
    run: () => removeCard(id),
    onDone: (organization) => {
      keep(organization);
      setAsks(false);
    },
  });
  return (
    <Region
      title={text.cardTitle}
      actions={card !== null && <Button onClick={() => setAsks(true)}>{text.removeCard}</Button>}
    >
      {card === null ? <p>{text.noCard}</p> : <CardFacts card={card} />}
      {card !== null && card.declined_at !== null && (
        <Alert kind="warning">
          {text.declined} <Time at={card.declined_at} />. {text.declinedHint}
        </Alert>
      )}
      <CardForm organizationId={id} onSaved={keep} />
      {asks && (
        <ConfirmDialog
          title={text.removeTitle}
          confirmLabel={text.removeCard}
          onConfirm={() => removing.start()}
          onClose={() => setAsks(false)}
          isBusy={removing.isRunning}
          error={removing.error}
        >
          <p>{text.removeEffect}</p>
        </ConfirmDialog>
      )}
    </Region>
  );
}
