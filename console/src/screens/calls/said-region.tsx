import { Link } from 'wouter-preact';
import type { Call } from '../../api/calls.js';
import { Facts } from '../../ui/facts.js';
import { ForeignText } from '../../ui/foreign-text.js';
import { Region } from '../../ui/region.js';
import { pathOf } from '../../url/routes.js';
import { text } from './text.js';

/** Whom the call was for, as its caller said; each leads to all the calls of the same. */
export function SaidRegion({ call }: { readonly call: Call }) {
  const { tags, end_user: user, session_id: session, metadata } = call;
  const pairs = Object.entries(metadata ?? {});
  if (tags.length === 0 && user === null && session === null && pairs.length === 0) return null;
  const to = (filter: string, value: string) => (
    <Link
      key={value}
      href={`${pathOf('calls', { projectId: call.project_id })}?${filter}=${encodeURIComponent(value)}`}
    >
      <ForeignText>{value}</ForeignText>
    </Link>
  );
  return (
    <Region title={text.madeFor}>
      <Facts
        facts={[
          ...(tags.length === 0
            ? []
            : [[text.tags, tags.map((tag) => <span key={tag}>{to('tag', tag)} </span>)] as const]),
          ...(user === null ? [] : [[text.said.user, to('user', user)] as const]),
          ...(session === null ? [] : [[text.said.session, to('session', session)] as const]),
          ...(pairs.length === 0
            ? []
            : [
                [
                  text.metadata,
                  pairs.map(([key, value]) => (
                    <div key={key}>
                      <ForeignText>{`${key}: ${value}`}</ForeignText>
                    </div>
                  )),
                ] as const,
              ]),
        ]}
      />
    </Region>
  );
}
