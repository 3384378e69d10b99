import type { RouterAuthor } from '../../routing/routers/router-versions.js';
import type { AdminScope } from '../admin-scope.js';

/** Who a change of a router is written down under. */
export function authorOf(scope: AdminScope): RouterAuthor {
  return scope.kind === 'operator'
    ? { who: 'operator', name: null }
    : { who: scope.token.id, name: scope.token.name };
}
