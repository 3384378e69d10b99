import { fault, ok, warning, type Finding } from './finding.js';

/** The end of each line's support, by its own project's schedule. */
const ENDS: ReadonlyMap<number, string> = new Map([
  [20, '2026-04-30'],
  [22, '2027-04-30'],
  [24, '2028-04-30'],
  [26, '2029-04-30'],
]);
const LEAST_MINOR: ReadonlyMap<number, number> = new Map([
  [20, 19],
  [22, 13],
  [24, 11],
]);
const RECOMMENDED = 24;

/** Whether this Node may run the gateway, and is still looked after. */
export function checkRuntime(version: string, now: Date): Finding {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number);
  const least = LEAST_MINOR.get(major) ?? (major > RECOMMENDED ? 0 : undefined);
  const wayOut = `Run it on Node.js ${RECOMMENDED}, as the image does.`;
  if (least === undefined || minor < least)
    return fault('node', { said: `Node.js ${version} cannot run the gateway`, wayOut });
  const end = ENDS.get(major);
  if (end !== undefined && now.toISOString().slice(0, 10) > end)
    return warning('node', { said: `Node.js ${version} gets no security fixes since ${end}`, wayOut });
  return ok('node', `Node.js ${version}`);
}
