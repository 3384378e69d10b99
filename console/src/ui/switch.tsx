import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

export interface SwitchProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  readonly disabled?: boolean;
  /** Its effect, in words. */
  readonly hint?: ComponentChildren;
}

export function Switch({ label, isOn, onChange, disabled, hint }: SwitchProps) {
  const id = useId();
  return (
    <div class="switch">
      <input
        id={id}
        type="checkbox"
        role="switch"
        checked={isOn}
        disabled={disabled}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onChange={({ currentTarget }) => {
          const wanted = currentTarget.checked;
          // What is shown is what is so: it moves when the change was taken.
          currentTarget.checked = isOn;
          onChange(wanted);
        }}
      />
      <label for={id}>{label}</label>
      {hint !== undefined && (
        <div class="field-hint" id={`${id}-hint`}>
          {hint}
        </div>
      )}
    </div>
  );
}
