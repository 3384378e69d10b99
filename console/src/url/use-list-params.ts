import { gatewayNow } from '../clock/now.js';
import { useMemo, useState } from 'preact/hooks';
import type { ParamsOf, ParamsSpec } from './params.js';
import { startOf, type Period } from './period.js';
import { useParams, type SetParams } from './use-params.js';

/** The parameters that are no filters: the period, and where a list begins. */
type Place = 'from' | 'to' | 'at';
type Filters<S extends ParamsSpec> = Omit<ParamsOf<S>, Place>;

export interface ListParams<S extends ParamsSpec> {
  readonly filters: Filters<S>;
  /** For `PeriodPicker`. */
  readonly period: Period;
  /** Where the list begins; the console's own. */
  readonly at: string | undefined;
  /** What the API is asked with: its filters, and a period which is never open at its beginning. */
  readonly query: Filters<S> & { readonly from: string; readonly to: string | undefined };
  readonly set: SetParams;
}

/** What the URL says of a long list: its filters, and its period, the last day where none is said. `spec` stands outside of components. */
export function useListParams<S extends ParamsSpec>(spec: S): ListParams<S> {
  const [params, set] = useParams(spec);
  const [dayBefore] = useState(() => startOf('24h', gatewayNow()));
  const { from: chosen, to, at, ...rest } = params as { readonly [K in Place]?: string };
  const filters = rest as Filters<S>;
  const from = chosen ?? dayBefore;
  const query = useMemo(() => ({ ...filters, from, to }), [JSON.stringify(filters), from, to]);
  // A day stays the last one, however long one looks at it.
  const period = { from: chosen ?? startOf('24h', gatewayNow()), to };
  return { filters, period, at, query, set };
}
