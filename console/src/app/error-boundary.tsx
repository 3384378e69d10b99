import { Component, type ComponentChildren } from 'preact';
import { Alert } from '../ui/alert.js';
import { Button } from '../ui/button.js';
import { Screen } from '../ui/screen.js';
import { text } from './text.js';

interface Props {
  readonly children: ComponentChildren;
}
interface State {
  readonly error: Error | undefined;
}

/** A screen that fails leaves the rest of the console in use. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: undefined };

  static override getDerivedStateFromError(error: unknown): State {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  render({ children }: Props, { error }: State) {
    if (error === undefined) return children;
    return (
      <Screen title={text.brokenTitle}>
        <Alert>
          {text.broken} <code>{error.message}</code>
        </Alert>
        <Button onClick={() => location.reload()}>{text.reload}</Button>
      </Screen>
    );
  }
}
