import { useStore } from '../store/store.js';
import { sessionState } from './session.js';

/** Whether the whole installation is the session's, or one organization alone. */
export function useIsOperator(): boolean {
  const state = useStore(sessionState);
  return state.kind === 'out' || state.session.scope === 'operator';
}
