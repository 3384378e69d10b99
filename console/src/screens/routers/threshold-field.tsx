import type { Router } from '../../api/types.js';
import { Button } from '../../ui/button.js';
import { Slider } from '../../ui/slider.js';
import { text } from './text.js';

export interface ThresholdFieldProps {
  readonly router: Router;
  readonly value: number | null;
  readonly onChange: (threshold: number | null) => void;
  readonly error: string | undefined;
}

/** Moving the slider sets a threshold; without one the record's, or the service's own, is in force. */
export function ThresholdField({ router, value, onChange, error }: ThresholdFieldProps) {
  const { threshold_in_force: inForce, record_threshold: recorded, record_reason: reason } = router;
  return (
    <div class="threshold">
      <Slider
        label={text.threshold}
        min={0}
        max={1}
        step={0.01}
        value={value ?? inForce.value}
        onInput={onChange}
        valueText={textOf(value, router)}
        error={error}
        hint={
          <>
            {text.thresholdHint} {recorded !== null && (reason ?? text.recordSpeaks(String(recorded)))}
          </>
        }
      />
      {value !== null && (
        <Button kind="quiet" onClick={() => onChange(null)}>
          {text.unsetThreshold}
        </Button>
      )}
    </div>
  );
}

function textOf(
  value: number | null,
  { threshold, threshold_in_force: { value: now, source } }: Router,
): string {
  if (value === threshold) return text.thresholdSource[source](String(now));
  return value === null ? text.unset : text.draftThreshold(String(value));
}
