const FACADE_PREFIX = 'msgbatch_';
const OWN_PREFIX = 'batch_';

/** The id of a batch as provider A's clients see it. */
export function toFacadeId(batchId: string): string {
  return FACADE_PREFIX + batchId.slice(OWN_PREFIX.length);
}

/** The batch that a facade id means; another text stays as it is, and is nobody's id. */
export function fromFacadeId(id: string): string {
  return id.startsWith(FACADE_PREFIX) ? OWN_PREFIX + id.slice(FACADE_PREFIX.length) : '';
}
