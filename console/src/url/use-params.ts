import { useCallback, useMemo } from 'preact/hooks';
import { useLocation, useSearch } from 'wouter-preact';
import { readParams, withSearch, writeParams, type ParamsOf, type ParamsSpec } from './params.js';

/** Changes parameters of the URL: a step that the browser's back undoes. */
export type SetParams = (changes: Readonly<Record<string, string | undefined>>) => void;

/** The parameters of a screen, and how to change them. `spec` stands outside of components. */
export function useParams<S extends ParamsSpec>(spec: S): readonly [ParamsOf<S>, SetParams] {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const values = useMemo(() => readParams(search, spec), [search, spec]);
  const set = useCallback<SetParams>(
    (changes) => {
      const next = writeParams(search, changes);
      if (next !== writeParams(search, {})) navigate(withSearch(path, next));
    },
    [search, path, navigate],
  );
  return [values, set];
}
