import { useLocation, useSearch } from 'wouter-preact';
import { withSearch } from './params.js';
import { parsePath, pathOf } from './routes.js';

export interface OpenRow {
  readonly openId: string | undefined;
  /** The address of a row, with the filters of now. */
  readonly hrefOf: (rowId: string) => string;
  /** Opening is a step of the history; from one open row to the next is none, so that back leads to the list. */
  readonly open: (rowId: string) => void;
  readonly close: () => void;
}

/** The row whose id is in the path; filters and sorting stay as they are when it opens and closes. */
export function useOpenRow(): OpenRow {
  const [path, navigate] = useLocation();
  const search = useSearch();
  const route = parsePath(path);
  const hrefOf = (rowId?: string): string =>
    withSearch(route === undefined ? path : pathOf(route.screen, route, rowId), search);
  return {
    openId: route?.rowId,
    hrefOf,
    open: (rowId) => navigate(hrefOf(rowId), { replace: route?.rowId !== undefined }),
    close: () => navigate(hrefOf()),
  };
}
