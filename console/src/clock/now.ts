import { browserShelf } from '../store/browser-storage.js';

/** Less than that nobody would notice: an answer tells whole seconds, and is on its way for a while. */
const TOLERANCE_MS = 30_000;
const NAME = 'clock-ahead';

/** How far this machine's clock is ahead. Kept, so that a page that is loaded again asks for the right period from its first request on. */
let aheadMs = Number(browserShelf.read(NAME) ?? 0) || 0;

/** The gateway's time, which is what its answers speak of: the clock of a browser may be hours off. */
export const gatewayNow = (): number => Date.now() - aheadMs;

/**
 * Learns the gateway's time from the `Date` of an answer.
 * @param askedMs when it was asked for, by this machine: an answer that was waited for too long tells nothing
 */
export function learnTime(date: string | null, askedMs: number): void {
  const gotMs = Date.now();
  const ahead = gotMs - Date.parse(date ?? '');
  if (Number.isNaN(ahead) || Math.abs(gotMs - askedMs) > TOLERANCE_MS) return;
  if (Math.abs(ahead - aheadMs) <= TOLERANCE_MS) return;
  aheadMs = Math.abs(ahead) <= TOLERANCE_MS ? 0 : ahead;
  browserShelf.write(NAME, aheadMs === 0 ? undefined : String(aheadMs));
}
