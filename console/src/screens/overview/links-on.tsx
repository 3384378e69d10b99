import { Link } from 'wouter-preact';
import { Region } from '../../ui/region.js';
import { withSearch, writeParams } from '../../url/params.js';
import { pathOf } from '../../url/routes.js';
import type { DayBounds } from './days.js';
import { text } from './text.js';

interface LinksOnProps {
  readonly projectId: string;
  readonly organizationId: string;
  readonly bounds: DayBounds;
}

/** The usual questions, each already asked. */
export function LinksOn({ projectId, organizationId, bounds }: LinksOnProps) {
  const [yesterday, today] = [bounds.yesterday, bounds.today].map((time) =>
    new Date(time).toISOString().replace('.000Z', 'Z'),
  );
  const ofYesterday = { from: yesterday, to: today };
  const calls = pathOf('calls', { projectId });
  const usage = pathOf('usage', { projectId });
  const links: readonly (readonly [name: string, href: string])[] = [
    [text.links.calls, withSearch(calls, writeParams('', { from: today }))],
    [text.links.errors, withSearch(calls, writeParams('', { status: 'error', from: today }))],
    [text.links.usage, withSearch(usage, writeParams('', { group_by: 'model' }))],
    [text.links.dearest, withSearch(usage, writeParams('', { group_by: 'key', ...ofYesterday }))],
    [text.links.users, withSearch(usage, writeParams('', { group_by: 'user', ...ofYesterday }))],
    [text.links.ledger, pathOf('money', { organizationId })],
  ];
  return (
    <Region title={text.goOn}>
      <ul class="links-on">
        {links.map(([name, href]) => (
          <li key={name}>
            <Link href={href}>{name}</Link>
          </li>
        ))}
      </ul>
    </Region>
  );
}
