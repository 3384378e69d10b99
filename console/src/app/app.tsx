import { QueryClientProvider } from '@tanstack/preact-query';
import { useEffect, useState } from 'preact/hooks';
import { Router } from 'wouter-preact';
import { createQueryClient } from '../api/query-client.js';
import { sessionState, type Session } from '../api/session.js';
import { useStore } from '../store/store.js';
import { Dialog } from '../ui/dialog.js';
import { Shell } from './shell.js';
import { SignInForm } from './sign-in-form.js';
import { SignInScreen } from './sign-in-screen.js';
import { text } from './text.js';

export const BASE = '/console';

const nameOf = ({ scope, organizationId }: Session): string => `${scope} ${organizationId ?? ''}`;

/** Signed in: the shell. When the session runs out, it stays behind the sign-in, with what was typed in it. */
export function App({ token }: { readonly token: string | undefined }) {
  const state = useStore(sessionState);
  const [client] = useState(() => createQueryClient());
  useEffect(() => {
    if (state.kind === 'out') client.clear();
    if (state.kind === 'in')
      void client.invalidateQueries({ predicate: ({ state: { status } }) => status === 'error' });
  }, [state, client]);
  if (state.kind === 'out' || (token !== undefined && state.kind !== 'in'))
    return <SignInScreen token={token} />;
  const isOver = state.kind === 'expired';
  return (
    <QueryClientProvider client={client}>
      <Router base={BASE}>
        <div hidden={isOver}>
          <Shell key={nameOf(state.session)} session={state.session} />
        </div>
        {isOver && (
          <Dialog title={text.signInTitle} canClose={false} onClose={() => undefined}>
            <p>{text.sessionOver}</p>
            <SignInForm />
          </Dialog>
        )}
      </Router>
    </QueryClientProvider>
  );
}
