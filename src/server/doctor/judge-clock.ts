import { fault, ok, warning, type Finding } from './finding.js';

const WORTH_A_LOOK_MS = 2_000;
/** Signatures of buckets and webhooks are refused from some minutes on; sums by the hour are wrong long before. */
const WRONG_MS = 30_000;

/**
 * @param differenceMs how far the other clock is ahead of this machine's
 * @param exactToMs what the measurement itself cannot tell
 */
export function judgeClock(
  check: string,
  { differenceMs, exactToMs, whose }: { differenceMs: number; exactToMs: number; whose: string },
): Finding {
  const sure = Math.max(0, Math.abs(differenceMs) - exactToMs);
  const said = `${whose} clock is ${(Math.abs(differenceMs) / 1_000).toFixed(1)} s ${differenceMs < 0 ? 'behind' : 'ahead of'} this machine's`;
  const wayOut = 'Set both clocks by NTP (`timedatectl set-ntp true`, chrony).';
  if (sure > WRONG_MS) return fault(check, { said, wayOut });
  return sure > WORTH_A_LOOK_MS ? warning(check, { said, wayOut }) : ok(check, said);
}
