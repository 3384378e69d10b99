import { changeRouter } from '../../api/routers.js';
import type { Router, RouterVersion } from '../../api/types.js';
import type { Saved } from '../../parts/edits/edit.js';
import { useEdit, type Edited } from '../../parts/edits/use-edit.js';
import { changesOf, valuesOf, type RouterValues } from './router-values.js';

export type EditedRouter = Edited<RouterValues>;

export const savedOf = (router: Router): Saved<RouterValues> => ({
  values: valuesOf(router),
  etag: router.etag,
  savedAt: router.updated_at,
});

/** The draft of a router. */
export const useRouterDraft = (router: Router, readAnew: () => Promise<void>): EditedRouter =>
  useEdit({
    name: 'router',
    saved: savedOf(router),
    save: ({ base, values, etag }) => changeRouter(router.id, changesOf(base, values), etag),
    readAnew,
  });

/** The version that was saved at a time; undefined while versions are not known. */
export function versionAt(
  versions: readonly RouterVersion[],
  savedAt: string | undefined,
): RouterVersion | undefined {
  const time = Date.parse(savedAt ?? '');
  return versions.find(({ when }) => Date.parse(when) <= time);
}
