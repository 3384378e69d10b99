import { Link } from 'wouter-preact';
import type { CallOfTrace } from '../../api/traces.js';
import { ForeignText } from '../../ui/foreign-text.js';
import { Money } from '../../ui/money.js';
import { pathOf } from '../../url/routes.js';
import { text } from './text.js';

export interface CallsOfTraceProps {
  readonly calls: readonly CallOfTrace[];
  readonly projectId: string;
}

export function CallsOfTrace({ calls, projectId }: CallsOfTraceProps) {
  if (calls.length === 0) return <p class="soft">{text.noCalls}</p>;
  return (
    <ul class="plain-list">
      {calls.map(({ id, served_model, requested_model, status, billed_usd }) => (
        <li key={id}>
          <Link href={pathOf('calls', { projectId }, id)}>{id}</Link>{' '}
          <ForeignText>{served_model ?? requested_model}</ForeignText>, {status}, <Money usd={billed_usd} />
        </li>
      ))}
    </ul>
  );
}
