import type { ComponentChildren } from 'preact';
import { Link } from 'wouter-preact';
import type { TaskGroup } from '../../api/types.js';
import { formatCount } from '../../format/numbers.js';
import { Facts } from '../../ui/facts.js';
import { ForeignText } from '../../ui/foreign-text.js';
import { Money } from '../../ui/money.js';
import { Time } from '../../ui/time.js';
import { pathOf } from '../../url/routes.js';
import { text } from './text.js';

export interface GroupFactsProps {
  readonly projectId: string;
  readonly group: TaskGroup;
  readonly groups: readonly TaskGroup[];
}

export function GroupFacts({ projectId, group, groups }: GroupFactsProps) {
  const { cascade, split_from: from, split_into: into } = group;
  const linkTo = (id: string) => (
    <Link key={id} href={pathOf('groups', { projectId }, id)} class="group-link">
      <ForeignText>{groups.find((candidate) => candidate.id === id)?.name ?? id}</ForeignText>
    </Link>
  );
  const facts: (readonly [string, ComponentChildren])[] = [
    [text.task, group.task],
    [text.requests, formatCount(group.requests)],
    [text.spend, <Money key="spend" usd={group.spend_usd} />],
    [text.created, <Time key="created" at={group.created_at} />],
    ...(from === null ? [] : [[text.splitFrom, linkTo(from)] as const]),
    ...(into.length === 0 ? [] : [[text.splitInto, into.map(linkTo)] as const]),
    ...(cascade === null ? [] : [[text.cascade, <CascadeText key="cascade" cascade={cascade} />] as const]),
  ];
  return <Facts facts={facts} />;
}

function CascadeText({ cascade }: { readonly cascade: NonNullable<TaskGroup['cascade']> }) {
  const { state, escalated, cascaded, stopped_until: until } = cascade;
  return (
    <>
      {text.cascadeText(state, formatCount(escalated), formatCount(cascaded))}
      {until !== null && (
        <>
          , {text.until} <Time at={until} />
        </>
      )}
    </>
  );
}
