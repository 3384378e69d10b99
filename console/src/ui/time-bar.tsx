import './time-bar.css';

export interface TimeBarProps {
  /** After the beginning of the whole. */
  readonly startMs: number;
  readonly durationMs: number;
  readonly totalMs: number;
  /** The text beside it says it too. `plain` when absent. */
  readonly tone?: 'plain' | 'bad' | 'own';
}

/** One line of a waterfall; its figures stand beside it as text. */
export function TimeBar({ startMs, durationMs, totalMs, tone = 'plain' }: TimeBarProps) {
  const percent = (ms: number): number =>
    totalMs <= 0 ? 0 : Math.min(100, Math.max(0, (ms / totalMs) * 100));
  const left = Math.min(percent(startMs), 99);
  return (
    <div class={`time-bar time-bar-${tone}`} aria-hidden="true">
      <div style={{ left: `${left}%`, width: `${Math.min(percent(durationMs), 100 - left)}%` }} />
    </div>
  );
}
