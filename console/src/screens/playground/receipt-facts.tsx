import type { ComponentChildren } from 'preact';
import { Link } from 'wouter-preact';
import type { Call } from '../../api/calls.js';
import { formatDuration } from '../../format/durations.js';
import { formatCount } from '../../format/numbers.js';
import { AttemptSteps } from '../../parts/attempts/attempt-steps.js';
import { Badge } from '../../ui/badge.js';
import { Facts } from '../../ui/facts.js';
import { ForeignText } from '../../ui/foreign-text.js';
import { Money } from '../../ui/money.js';
import { pathOf } from '../../url/routes.js';
import { text } from './text.js';

export function ReceiptFacts({ projectId, call }: { readonly projectId: string; readonly call: Call }) {
  const { billed_usd: billed, served_model: served, tier, reasons, usage } = call;
  const link = (screen: 'routers' | 'groups', id: string | null, name: string | null) =>
    id === null ? (
      '—'
    ) : (
      <Link href={pathOf(screen, { projectId }, id)}>
        <ForeignText>{name ?? id}</ForeignText>
      </Link>
    );
  const facts: (readonly [string, ComponentChildren])[] = [
    [text.cost, <Money key="cost" usd={billed} />],
    [text.servedBy, served === null ? '—' : <ForeignText key="served">{served}</ForeignText>],
    [
      text.tier,
      tier === null ? (
        '—'
      ) : (
        <Badge key="tier" tone="info">
          {tier}
        </Badge>
      ),
    ],
    [text.tokens, tokensText(usage)],
    [text.time, timeText(call)],
    [text.router, link('routers', call.router_id, call.router_name)],
    ...(call.group_id === null
      ? []
      : [[text.group, link('groups', call.group_id, call.group_name)] as const]),
  ];
  return (
    <>
      <Facts facts={facts} />
      <AttemptSteps attempts={call.attempts} />
      <h3>{text.why}</h3>
      <ul class="why">
        {reasons.map((reason) => (
          <li key={reason} dir="auto">
            {reason}
          </li>
        ))}
      </ul>
    </>
  );
}

function tokensText(usage: Call['usage']): string {
  if (usage === null) return '—';
  const { input_tokens: input, output_tokens: output, cache_read_tokens: cached = 0 } = usage;
  const both = text.tokensText(formatCount(input), formatCount(output));
  return cached === 0 ? both : `${both}, ${text.cached(formatCount(cached))}`;
}

function timeText({
  timings: { gateway_ms: gateway, upstream_ms: upstream, first_byte_ms: first },
}: Call): string {
  const whole = formatDuration(gateway + upstream);
  return first === null ? whole : text.timeText(whole, formatDuration(first));
}
