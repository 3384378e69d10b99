import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

export interface CheckProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  readonly hint?: ComponentChildren;
}

/** One yes or no of a form, which counts when the form is sent. What counts at once is a `Switch`. */
export function Check({ label, isOn, onChange, hint }: CheckProps) {
  const id = useId();
  return (
    <div>
      <input
        id={id}
        type="checkbox"
        checked={isOn}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />{' '}
      <label for={id}>{label}</label>
      {hint !== undefined && (
        <div class="field-hint" id={`${id}-hint`}>
          {hint}
        </div>
      )}
    </div>
  );
}
