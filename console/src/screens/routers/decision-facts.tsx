import type { RouterPreview } from '../../api/types.js';
import { Badge } from '../../ui/badge.js';
import { Facts } from '../../ui/facts.js';
import { ForeignText } from '../../ui/foreign-text.js';
import { Money } from '../../ui/money.js';
import { text } from './text.js';

export function DecisionFacts({ decision }: { readonly decision: RouterPreview }) {
  const { configured, tier, model, estimate_usd: estimate, complexity, threshold, group, reasons } = decision;
  if (!configured)
    return (
      <p>
        <strong>{text.undecided}.</strong> {decision.reason}
      </p>
    );
  return (
    <>
      <p class="preview-model">
        {tier !== undefined && <Badge tone="info">{tier}</Badge>} <ForeignText>{model ?? ''}</ForeignText>
      </p>
      <Facts
        facts={[
          [text.cost, estimate === undefined ? text.noCost : <Money usd={estimate} />],
          ...(complexity === undefined
            ? []
            : [
                [
                  text.complexity,
                  <Complexity key="complexity" value={complexity} threshold={threshold} />,
                ] as const,
              ]),
          ...(group?.name === undefined
            ? []
            : [[text.group, <ForeignText key="group">{group.name}</ForeignText>] as const]),
        ]}
      />
      <ul class="reasons" aria-label={text.reasons}>
        {(reasons ?? []).map((reason) => (
          <li key={reason} dir="auto">
            {reason}
          </li>
        ))}
      </ul>
    </>
  );
}

function Complexity({
  value,
  threshold,
}: {
  readonly value: number;
  readonly threshold: number | undefined;
}) {
  return <span title={String(value)}>{text.above(value.toFixed(3), String(threshold ?? text.nothing))}</span>;
}
