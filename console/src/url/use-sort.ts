import { anyText } from './params.js';
import { readSort, writeSort, type Sort } from './sort.js';
import { useParams } from './use-params.js';

const SPEC = { sort: anyText };

/** The sorting of the screen's table, in the URL as `sort`. */
export function useSort(): readonly [Sort | undefined, (sort: Sort | undefined) => void] {
  const [{ sort }, set] = useParams(SPEC);
  return [readSort(sort), (next) => set({ sort: next && writeSort(next) })];
}
