import { formatExact } from '../format/times.js';

/** A moment as it is, in the browser's zone: what is due then, where a count down would only run. */
export function ExactTime({ at }: { readonly at: string }) {
  return <time dateTime={at}>{formatExact(Date.parse(at))}</time>;
}
