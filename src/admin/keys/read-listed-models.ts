import type { ParsedModelId } from '../../catalog/ids/parsed-model-id.js';
import { InvalidRequestError } from '../../lib/gateway-error.js';
import { LAB_WILDCARD } from '../../projects/model-list.js';

export interface ListingRules {
  readonly parse: (id: string) => ParsedModelId;
  /** What ids of the catalogue begin with, without the slash. */
  readonly labs: ReadonlySet<string>;
}

/**
 * The models of a key as they are kept: ids in the catalogue's spelling and `lab/*`, each once.
 * @throws InvalidRequestError (400) naming the first entry that stands for no model
 */
export function readListedModels(entries: readonly string[], rules: ListingRules): string[] {
  return [...new Set(entries.map((entry, at) => readEntry(entry.trim(), `models[${at}]`, rules)))];
}

function readEntry(entry: string, place: string, { parse, labs }: ListingRules): string {
  if (entry === '') throw fault(place, 'is empty. Write the id of a model, or `lab/*`.');
  if (entry.includes('*')) return readLab(entry, place, labs);
  const parsed = parse(entry);
  switch (parsed.kind) {
    case 'chat':
    case 'embedding':
    case 'marketplace':
    case 'responses-only':
      return parsed.model?.id ?? parsed.publicId;
    case 'local':
      return parsed.publicId;
    case 'auto':
      throw fault(place, '`auto` is no model: it picks among those that are listed. Leave it out.');
    case 'unpriced':
      throw fault(place, `no price is known for \`${parsed.publicId}\`. ${instead(parsed.useInstead)}`);
    case 'unknown':
      throw fault(place, `there is no model \`${parsed.id.slice(0, 200)}\`. ${instead(parsed.useInstead)}`);
    case 'invalid':
      throw fault(place, `the model id ${parsed.reason}.`);
  }
}

function readLab(entry: string, place: string, labs: ReadonlySet<string>): string {
  const lab = entry.endsWith(LAB_WILDCARD) ? entry.slice(0, -LAB_WILDCARD.length) : '';
  const found = [...labs].find((known) => known.toLowerCase() === lab.toLowerCase());
  if (found !== undefined) return `${found}${LAB_WILDCARD}`;
  if (lab === '' || lab.includes('*') || lab.includes('/'))
    throw fault(
      place,
      '`*` stands only for all models of a lab: write `lab/*`, with nothing else beside it.',
    );
  throw fault(place, `there is no lab \`${lab.slice(0, 200)}\`. Labs are ${[...labs].join(', ')}.`);
}

function instead(useInstead: string | undefined): string {
  return useInstead === undefined
    ? 'The priced models are listed at GET /api/v1/admin/models.'
    : `Did you mean \`${useInstead}\`?`;
}

function fault(place: string, words: string): InvalidRequestError {
  return new InvalidRequestError({ param: 'models', message: `\`${place}\`: ${words}` });
}
