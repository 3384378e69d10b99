import type { Batch, BatchPortion } from '../../api/batches.js';
import { formatCount } from '../../format/numbers.js';
import { providerName } from '../../parts/providers/provider-name.js';
import { Alert } from '../../ui/alert.js';
import { Badge } from '../../ui/badge.js';
import { Facts } from '../../ui/facts.js';
import { ForeignText } from '../../ui/foreign-text.js';
import { Money } from '../../ui/money.js';
import { Progress } from '../../ui/progress.js';
import { Region } from '../../ui/region.js';
import { Time } from '../../ui/time.js';
import { doneOf, TONES } from './batch-progress.js';
import { text } from './text.js';

export interface BatchDetailsProps {
  readonly batch: Batch;
}

/** A batch with what was estimated beside what was billed, and how far each portion is. */
export function BatchDetails({ batch }: BatchDetailsProps) {
  return (
    <>
      <Facts
        facts={[
          [text.status, <Badge tone={TONES[batch.status]}>{text.statuses[batch.status]}</Badge>],
          [text.requests, formatCount(batch.request_count)],
          [text.estimate, <Money usd={batch.estimate_usd} />],
          [text.billed, batch.cost_usd === undefined ? text.notYet : <Money usd={batch.cost_usd} />],
          [text.created, <Time at={batch.created_at} isExact />],
          [text.ended, <Time at={batch.ended_at ?? null} isExact />],
          [text.key, <code>{batch.key_id}</code>],
          ...countsOf(batch),
        ]}
      />
      {batch.error !== undefined && (
        <Region title={text.whyFailed} level={3}>
          <Alert>
            <ForeignText>{batch.error.message}</ForeignText>
          </Alert>
        </Region>
      )}
      <Region title={text.portions} level={3}>
        {batch.providers.map((portion, index) => (
          <Portion key={index} portion={portion} index={index + 1} />
        ))}
      </Region>
    </>
  );
}

function Portion({ portion, index }: { readonly portion: BatchPortion; readonly index: number }) {
  const label = text.portion(index, providerName(portion.provider));
  return (
    <div class="portion">
      <span>
        {label} <Badge tone={TONES[portion.status]}>{text.statuses[portion.status]}</Badge>
      </span>
      <Progress
        label={label}
        done={doneOf(portion)}
        total={portion.request_count}
        valueText={text.done(formatCount(doneOf(portion)), formatCount(portion.request_count))}
      />
      <Facts facts={countsOf(portion)} />
      {portion.error !== undefined && (
        <Alert>
          {portion.error.status !== undefined && `${portion.error.status}: `}
          <ForeignText>{portion.error.message}</ForeignText>
        </Alert>
      )}
    </div>
  );
}

function countsOf(counts: Batch | BatchPortion) {
  const all = [
    [text.succeeded, counts.succeeded_count],
    [text.errored, counts.errored_count],
    [text.canceled, counts.canceled_count ?? 0],
    [text.expired, counts.expired_count ?? 0],
  ] as const;
  return all.map(([name, count]) => [name, formatCount(count)] as const);
}
