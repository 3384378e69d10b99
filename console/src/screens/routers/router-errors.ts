import { faultsOf } from '../../api/api-error.js';
import { FIELDS, type Field } from './router-values.js';

/** What the API says of one field of a router, saved or tried as a draft: it lists every field at fault. */
export function routerFault(error: unknown, field: Field): string | undefined {
  return faultsOf(error).find((fault) => nameOf(fault.field) === field)?.message;
}

/** What is of none of the fields. */
export function otherFault(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  return faultsOf(error).some(({ field }) => FIELDS.some((known) => known === nameOf(field)))
    ? undefined
    : error.message;
}

/** `big` of `tiers.big` and `router.tiers.big`. */
const nameOf = (field: string): string => field.replace(/^router\./, '').replace(/^tiers\./, '');
