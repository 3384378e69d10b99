import type { Call } from '../../api/calls.js';
import { AttemptsRegion } from './attempts-region.js';
import { CallLinks } from './call-links.js';
import { ContentRegion } from './content-region.js';
import { SaidRegion } from './said-region.js';
import { Summary } from './summary.js';
import { text } from './text.js';
import { TimingsRegion } from './timings-region.js';
import { WhyRegion } from './why-region.js';

export interface CallDetailsProps {
  readonly call: Call;
  readonly organizationId: string;
}

/** All of one call: what it cost and why first. */
export function CallDetails({ call, organizationId }: CallDetailsProps) {
  return (
    <>
      <Summary call={call} />
      <WhyRegion call={call} />
      <SaidRegion call={call} />
      <AttemptsRegion call={call} organizationId={organizationId} />
      <TimingsRegion call={call} />
      <ContentRegion call={call} organizationId={organizationId} />
      <nav aria-label={text.links}>
        <CallLinks call={call} />
      </nav>
    </>
  );
}
