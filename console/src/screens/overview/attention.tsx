import { Link } from 'wouter-preact';
import { Badge } from '../../ui/badge.js';
import { Region } from '../../ui/region.js';
import { withSearch, writeParams } from '../../url/params.js';
import { pathOf, type Scope } from '../../url/routes.js';
import type { Need } from './needs.js';
import { text } from './text.js';

export interface AttentionProps {
  readonly needs: readonly Need[];
  readonly scope: Scope;
  /** Since when errors count. */
  readonly from: number;
}

export function Attention({ needs, scope, from }: AttentionProps) {
  const hrefOf = ({ screen }: Need): string => {
    const errors = { status: 'error', from: new Date(from).toISOString() };
    return withSearch(pathOf(screen, scope), screen === 'calls' ? writeParams('', errors) : '');
  };
  return (
    <Region title={text.attention}>
      {needs.length === 0 ? (
        <p>{text.nothing}</p>
      ) : (
        <ul class="needs">
          {needs.map((need) => (
            <li key={need.text}>
              <Badge tone={need.tone}>{text.tones[need.tone]}</Badge>
              <span>{need.text}</span>
              <Link href={hrefOf(need)}>{need.lead}</Link>
            </li>
          ))}
        </ul>
      )}
    </Region>
  );
}
