import { Alert } from './alert.js';
import { Button } from './button.js';
import { text } from './text.js';

export interface ErrorStateProps {
  readonly error: Error;
  readonly onRetry?: (() => unknown) | undefined;
}

/** A read that failed, in the API's words. */
export function ErrorState({ error, onRetry }: ErrorStateProps) {
  return (
    <div class="error-state">
      <Alert>
        <strong>{text.failed}</strong> {error.message}
      </Alert>
      {onRetry !== undefined && <Button onClick={() => void onRetry()}>{text.retry}</Button>}
    </div>
  );
}
