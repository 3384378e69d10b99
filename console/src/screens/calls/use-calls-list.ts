import { useQuery } from '@tanstack/preact-query';
import { useEffect, useState } from 'preact/hooks';
import { callQuery, callsPath, type Call } from '../../api/calls.js';
import { POLLS } from '../../api/polls.js';
import { useKeysetPages } from '../../api/use-keyset-pages.js';
import type { Pages } from '../../api/use-pages.js';
import type { CallsParams } from './use-calls-params.js';

export interface CallsList {
  readonly pages: Pages<Call>;
  /** The moment that the list begins before; undefined for the newest. */
  readonly begin: string | undefined;
  readonly jump: (at: string | undefined) => void;
}

/**
 * The list from where the URL says. Who comes by a link to a call looks at it from that call on, until something else is asked for:
 * so `j` and `k` go on from there, and it takes no more requests than the newest calls would.
 */
export function useCallsList(
  projectId: string,
  { at, query, set }: CallsParams,
  openId: string | undefined,
): CallsList {
  const [link, setLink] = useState(openId === undefined ? undefined : { id: openId, query });
  const linked = useQuery({ ...callQuery(link?.id ?? ''), enabled: link !== undefined });
  const isFromLink = link !== undefined && link.query === query;
  const begin = at ?? (isFromLink ? justAfter(linked.data) : undefined);
  const pages = useKeysetPages<Call>(callsPath(projectId), {
    query,
    at: begin,
    pollMs: POLLS.calls,
    timeOf: ({ created_at }) => created_at,
    isOff: isFromLink && linked.isPending,
  });
  // So that one can scroll from there both ways.
  useEffect(() => {
    if (at !== undefined && pages.data !== undefined && openId === undefined) pages.newer.load();
  }, [at, pages.data === undefined]);
  const jump = (to: string | undefined): void => {
    setLink(undefined);
    set({ at: to });
  };
  return { pages, begin, jump };
}

/** The moment that a list has to begin at to have a call first. */
function justAfter(call: Call | undefined): string | undefined {
  return call && new Date(Date.parse(call.created_at) + 1).toISOString();
}
