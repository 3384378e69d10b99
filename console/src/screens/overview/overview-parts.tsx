import { gatewayNow } from '../../clock/now.js';
import { useMemo } from 'preact/hooks';
import type { Overview, Status } from '../../api/types.js';
import { Attention } from './attention.js';
import { attentionOf } from './needs.js';
import { DaysRegion } from './days-region.js';
import { twoDays, type DayBounds } from './days.js';
import { LinksOn } from './links-on.js';
import { MoneyRegion } from './money-region.js';

export interface OverviewPartsProps {
  readonly overview: Overview;
  readonly status: Status | undefined;
  readonly bounds: DayBounds;
  readonly projectId: string;
}

export function OverviewParts({ overview, status, bounds, projectId }: OverviewPartsProps) {
  const days = useMemo(() => twoDays(overview.hours, bounds, gatewayNow()), [overview, bounds]);
  return (
    <>
      <Attention
        needs={attentionOf({ overview, days, status })}
        scope={{ projectId, organizationId: overview.organization.id }}
        from={bounds.today}
      />
      <DaysRegion days={days} zone={bounds.zone} lastCallAt={overview.last_call_at} />
      <div class="overview-columns">
        <MoneyRegion organization={overview.organization} />
        <LinksOn projectId={projectId} organizationId={overview.organization.id} bounds={bounds} />
      </div>
    </>
  );
}
