import { Link } from 'wouter-preact';
import { Region } from '../../ui/region.js';
import { text } from './text.js';

/** Says what there is not, so that nobody looks for it. */
export function AlertsRegion() {
  return (
    <Region title={text.alertsTitle}>
      <p>{text.alerts}</p>
      <p>
        <Link href="/">{text.toOverview}</Link>
      </p>
    </Region>
  );
}
