import type { ComponentChildren } from 'preact';
import { Alert } from './alert.js';

export interface FormProps {
  readonly onSubmit: () => void;
  /** What is of none of the fields: `formError(error, [fields])`. */
  readonly error?: string | undefined;
  readonly label?: string;
  readonly children: ComponentChildren;
}

/** Enter submits; the browser's own messages stay off, as the API's words stand beside the fields. */
export function Form({ onSubmit, error, label, children }: FormProps) {
  return (
    <form
      class="form"
      noValidate
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {error !== undefined && <Alert>{error}</Alert>}
      {children}
    </form>
  );
}
