import { useQueryClient } from '@tanstack/preact-query';
import { useId } from 'preact/hooks';
import { refresh } from '../../api/api-query.js';
import { decideRecommendation, recommendationsPath, type Verdict } from '../../api/recommendations.js';
import type { Recommendation } from '../../api/types.js';
import { useAction } from '../../api/use-action.js';
import { plainAmount } from '../../format/money.js';
import { formatCount } from '../../format/numbers.js';
import { Alert } from '../../ui/alert.js';
import { Button } from '../../ui/button.js';
import { Facts } from '../../ui/facts.js';
import { ForeignText } from '../../ui/foreign-text.js';
import { Money } from '../../ui/money.js';
import { EvidenceTable } from './evidence-table.js';
import { text } from './text.js';

export interface RecommendationCardProps {
  readonly projectId: string;
  readonly row: Recommendation;
  /** After a decision, beside reading the recommendations anew. */
  readonly onDecided: () => unknown;
}

export function RecommendationCard({ projectId, row, onDecided }: RecommendationCardProps) {
  const id = useId();
  const client = useQueryClient();
  const deciding = useAction({
    run: (verdict: Verdict) => decideRecommendation(row.id, verdict),
    onDone: async () => {
      await refresh(client, recommendationsPath(projectId));
      await onDecided();
    },
  });
  return (
    <article class="recommendation" aria-labelledby={id}>
      <p id={id} class="strong">
        {titleOf(row)}
      </p>
      <p dir="auto">{row.reason}</p>
      <EvidenceTable evidence={row.evidence} />
      <Facts facts={factsOf(row)} />
      {deciding.error !== null && <Alert>{deciding.error.message}</Alert>}
      <div class="actions">
        <Button
          kind="primary"
          describedBy={id}
          isBusy={deciding.isRunning}
          onClick={() => deciding.start('approve')}
        >
          {text.approve}
        </Button>
        <Button describedBy={id} isBusy={deciding.isRunning} onClick={() => deciding.start('dismiss')}>
          {text.dismiss}
        </Button>
        <span class="soft">{row.group === null ? text.approveEffectThreshold : text.approveEffectGroup}</span>
      </div>
    </article>
  );
}

function titleOf({ group, router, recommended_model: model, ...row }: Recommendation) {
  if (group !== null)
    return (
      <>
        <ForeignText>{group.name}</ForeignText> → <ForeignText>{model}</ForeignText>
      </>
    );
  const { current_threshold: from, recommended_threshold: to } = row;
  return (
    <>
      <ForeignText>{router?.name ?? ''}</ForeignText>:{' '}
      {text.threshold(from === null ? text.defaultThreshold : String(from), String(to))}
    </>
  );
}

function factsOf({ evidence, estimated_monthly_saving_usd: saving }: Recommendation) {
  const { success_difference: difference, traffic } = evidence;
  const isDearer = saving < 0;
  return [
    [
      isDearer ? text.dearer : text.saving,
      <Money usd={isDearer ? plainAmount(saving).replace('-', '') : saving} />,
    ],
    ...(difference === null
      ? []
      : [
          [
            text.difference,
            text.points(String(difference.points), String(difference.low), String(difference.high)),
          ] as const,
        ]),
    [text.traffic, text.trafficText(formatCount(traffic.calls), traffic.days)],
  ] as const;
}
