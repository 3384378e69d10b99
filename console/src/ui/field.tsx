import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

/** What the control inside of a field carries. */
export interface ControlProps {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
}

export interface FieldProps {
  readonly label: string;
  readonly hint?: ComponentChildren;
  /** In the API's words, beside the field: `fieldError(error, 'name')`. */
  readonly error?: string | undefined;
  readonly children: (control: ControlProps) => ComponentChildren;
}

/** Label, control, hint and error of one input. */
export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId();
  const [hintId, errorId] = [`${id}-hint`, `${id}-error`];
  const described = [hint === undefined ? [] : hintId, error === undefined ? [] : errorId].flat().join(' ');
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({
        id,
        'aria-describedby': described === '' ? undefined : described,
        'aria-invalid': error === undefined ? undefined : true,
      })}
      {hint !== undefined && (
        <div class="field-hint" id={hintId}>
          {hint}
        </div>
      )}
      {error !== undefined && (
        <div class="field-error" id={errorId} role="alert">
          {error}
        </div>
      )}
    </div>
  );
}
