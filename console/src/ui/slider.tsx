import { Field, type FieldProps } from './field.js';

export interface SliderProps extends Omit<FieldProps, 'children'> {
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly onInput: (value: number) => void;
  /** The value as it is said; the exact one, which the slider may stand beside. */
  readonly valueText: string;
}

/** A number between two others, with what it is beside it. */
export function Slider({ label, hint, error, value, min, max, step, onInput, valueText }: SliderProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <span class="slider">
          <input
            {...control}
            type="range"
            min={min}
            max={max}
            step={step}
            value={value}
            aria-valuetext={valueText}
            onInput={({ currentTarget }) => onInput(currentTarget.valueAsNumber)}
          />
          <output for={control.id}>{valueText}</output>
        </span>
      )}
    </Field>
  );
}
