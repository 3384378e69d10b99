import { gatewayNow } from '../clock/now.js';
import { useEffect, useState } from 'preact/hooks';
import { formatExact, formatRelative } from '../format/times.js';
import { text } from './text.js';

export interface TimeProps {
  /** As the API gave it; null for what has not happened. */
  readonly at: string | null | undefined;
  /** Both in words, where there is room: "2026-11-29 20:41:07.123 UTC (3 minutes ago)". */
  readonly isExact?: boolean;
}

const TICK_MS = 30_000;

/** A time: relative, the exact one on hover. */
export function Time({ at, isExact }: TimeProps) {
  const now = useNow();
  if (at === null || at === undefined) return <span>{text.notKnown}</span>;
  const time = Date.parse(at);
  const exact = formatExact(time);
  const relative = formatRelative(time, now);
  return (
    <time dateTime={at} title={exact}>
      {isExact === true ? `${exact} (${relative})` : relative}
    </time>
  );
}

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** One clock for all times on the screen. */
function useNow(): number {
  const [now, setNow] = useState(() => gatewayNow());
  useEffect(() => {
    const tick = (): void => setNow(gatewayNow());
    listeners.add(tick);
    timer ??= setInterval(() => {
      for (const listener of listeners) listener();
    }, TICK_MS);
    return () => {
      listeners.delete(tick);
      if (listeners.size > 0) return;
      clearInterval(timer);
      timer = undefined;
    };
  }, []);
  return now;
}
