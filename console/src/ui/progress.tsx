export interface ProgressProps {
  readonly label: string;
  readonly done: number;
  /** Unknown when absent. */
  readonly total?: number | undefined;
  readonly valueText: string;
}

/** How far work has come. */
export function Progress({ label, done, total, valueText }: ProgressProps) {
  const portion = total === undefined || total <= 0 ? undefined : Math.min(1, done / total);
  return (
    <div class="bar-with-text">
      <div
        class={`bar ${portion === undefined ? 'bar-unknown' : 'bar-low'}`}
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={portion === undefined ? undefined : total}
        aria-valuenow={portion === undefined ? undefined : done}
        aria-valuetext={valueText}
      >
        <div class="bar-fill" style={{ width: `${(portion ?? 0) * 100}%` }} />
      </div>
      <span>{valueText}</span>
    </div>
  );
}
