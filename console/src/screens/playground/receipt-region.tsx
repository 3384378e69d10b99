import { useQuery } from '@tanstack/preact-query';
import { Link } from 'wouter-preact';
import { endedCallQuery } from '../../api/ended-call.js';
import { Loaded } from '../../ui/loaded.js';
import { Region } from '../../ui/region.js';
import { pathOf } from '../../url/routes.js';
import { ReceiptFacts } from './receipt-facts.js';
import { text } from './text.js';
import type { Chat } from './use-chat.js';

export interface ReceiptRegionProps {
  readonly projectId: string;
  readonly chat: Chat;
}

/** What the call log says of the call: read once it has ended. */
export function ReceiptRegion({ projectId, chat: { callId } }: ReceiptRegionProps) {
  const read = useQuery(endedCallQuery(callId));
  return (
    <Region title={text.receipt}>
      {callId === undefined ? (
        <p class="soft">{text.noReceipt}</p>
      ) : (
        <>
          {read.isPending && <p class="soft">{text.settling}</p>}
          {!read.isPending && (
            <Loaded read={read}>{(call) => <ReceiptFacts projectId={projectId} call={call} />}</Loaded>
          )}
          <p>
            <Link href={pathOf('calls', { projectId }, callId)}>{text.call(callId)}</Link>
          </p>
        </>
      )}
    </Region>
  );
}
