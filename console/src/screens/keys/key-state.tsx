import type { ApiKey } from '../../api/types.js';
import { Badge } from '../../ui/badge.js';
import { Time } from '../../ui/time.js';
import { text } from './text.js';

export interface KeyStateProps {
  readonly apiKey: ApiKey;
  readonly now: number;
}

/** Whether calls are taken with it, and until when. */
export function KeyState({ apiKey, now }: KeyStateProps) {
  const { revoked_at, disabled, expires_at, limit_reached } = apiKey;
  if (revoked_at !== null)
    return (
      <Badge>
        {text.revoked} <Time at={revoked_at} />
      </Badge>
    );
  if (disabled) return <Badge tone="warn">{text.disabled}</Badge>;
  if (expires_at !== null && Date.parse(expires_at) <= now)
    return (
      <Badge tone="warn">
        {text.expired} <Time at={expires_at} />
      </Badge>
    );
  return (
    <>
      {limit_reached ? (
        <Badge tone="warn">{text.limitReached}</Badge>
      ) : (
        <Badge tone="good">{text.works}</Badge>
      )}
      {expires_at !== null && (
        <div class="field-hint">
          {text.expiresAt} <Time at={expires_at} />
        </div>
      )}
    </>
  );
}
