import type { Router, RouterVersion } from '../../api/types.js';
import { StaleAlert } from '../../parts/edits/stale-alert.js';
import { authorText } from './author-text.js';
import { ROUTER_WORDS } from './print-value.js';
import { versionAt, type EditedRouter } from './router-draft.js';
import { valuesOf } from './router-values.js';
import { text } from './text.js';

export interface StaleRouterProps {
  readonly router: Router;
  readonly draft: EditedRouter;
  readonly versions: readonly RouterVersion[];
}

/** Somebody saved the router meanwhile: which version, and who. */
export function StaleRouter({ router, draft: { stale, goOn, discard }, versions }: StaleRouterProps) {
  if (stale === undefined) return null;
  const began = versionAt(versions, stale.savedAt);
  const saved = versionAt(versions, router.updated_at);
  const mine = began === undefined ? text.anEarlier : text.version(began.number);
  const theirs = saved === undefined ? text.aLater : text.version(saved.number);
  return (
    <StaleAlert
      title={text.staleTitle}
      message={text.stale(mine, theirs, saved === undefined ? text.someone : authorText(saved))}
      versions={[mine, theirs]}
      stale={stale}
      saved={valuesOf(router)}
      words={ROUTER_WORDS}
      onGoOn={goOn}
      onTake={discard}
    />
  );
}
