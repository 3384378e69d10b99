export interface MeterProps {
  readonly label: string;
  /** From 0 to 1. */
  readonly portion: number;
  /** The figures, as "$3.20 of $10". */
  readonly valueText: string;
  /** From here on it warns; 0.8 when absent. */
  readonly high?: number;
}

/** How much of a limit is used. */
export function Meter({ label, portion, valueText, high = 0.8 }: MeterProps) {
  const bounded = Math.min(1, Math.max(0, portion));
  const level = bounded >= 1 ? 'full' : bounded >= high ? 'high' : 'low';
  return (
    <div class="bar-with-text">
      <div
        class={`bar bar-${level}`}
        role="meter"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={1}
        aria-valuenow={bounded}
        aria-valuetext={valueText}
      >
        <div class="bar-fill" style={{ width: `${bounded * 100}%` }} />
      </div>
      <span>{valueText}</span>
    </div>
  );
}
