import { browserShelf } from '../store/browser-storage.js';
import { createStore } from '../store/store.js';

/** What is known of who is signed in. The secret itself is in a cookie that no script reads. */
export interface Session {
  readonly scope: 'operator' | 'organization';
  readonly organizationId: string | null;
}

export type SessionState =
  | { readonly kind: 'out' }
  | { readonly kind: 'in'; readonly session: Session }
  /** The cookie no longer counts; what was on the screen stays until somebody signs in again. */
  | { readonly kind: 'expired'; readonly session: Session };

const NAME = 'session';

function remembered(): SessionState {
  try {
    const session = JSON.parse(browserShelf.read(NAME) ?? 'null') as Session | null;
    return session === null ? { kind: 'out' } : { kind: 'in', session };
  } catch {
    return { kind: 'out' };
  }
}

export const sessionState = createStore<SessionState>(remembered());

export function sessionBegan(session: Session): void {
  browserShelf.write(NAME, JSON.stringify(session));
  sessionState.set({ kind: 'in', session });
}

export function sessionEnded(): void {
  browserShelf.write(NAME, undefined);
  sessionState.set({ kind: 'out' });
}

/** The API no longer knows the cookie: it ran out, or its token was revoked. */
export function sessionExpired(): void {
  browserShelf.write(NAME, undefined);
  const state = sessionState.get();
  if (state.kind === 'in') sessionState.set({ kind: 'expired', session: state.session });
}

/** Signing out in one tab is one for all. */
export function followOtherTabs(): void {
  addEventListener('storage', ({ key }) => {
    if (key === null || key === `console:${NAME}`) sessionState.set(remembered());
  });
}
