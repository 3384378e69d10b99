import type { Catalog } from '../../catalog/catalog.js';
import { parseModelId } from '../../catalog/ids/parse-model-id.js';
import { InvalidRequestError } from '../../lib/gateway-error.js';

export const MAX_ALIASES = 100;
const ALIAS = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
/** `auto` and what reads like a kind of it: routers answer to these. */
const AUTO = /^auto(?![a-z])/i;
/** Ids of ours (`rtr_…`, `call_…`) are never a model. */
const OWN_ID = /^(?:rtr|grp|key|prj|org|end|call|batch)_/i;

/**
 * A name that may stand for a model: short, sendable in a path, and no spelling of anything that callers can already name,
 * not even one that only a reader would take for it.
 * @throws InvalidRequestError (400) naming `alias`
 */
export function checkAlias(alias: string, catalog: Catalog): void {
  if (!isAliasShaped(alias))
    throw refuse(
      '`alias` must be 1 to 64 letters, digits, dots, dashes and underscores, and begin with a letter or a digit.',
    );
  if (AUTO.test(alias)) throw refuse('`alias`: `auto` is what routers answer to. Choose another name.');
  if (OWN_ID.test(alias))
    throw refuse('`alias` looks like the id of something else here. Choose another name.');
  if (spellingsOf(alias).some((spelling) => isNamed(spelling, catalog)) || readsAsName(alias, catalog))
    throw refuse(
      '`alias` is a spelling of a real model id, which it would hide. Choose a name that no model has.',
    );
}

/**
 * What an alias may stand for: a model of the catalogue, in any spelling.
 * @returns its id as `x-svc-model` shows it
 * @throws InvalidRequestError (400) naming `model`
 */
export function readAliasTarget(model: string, catalog: Catalog): string {
  const parsed = parseModelId(model, catalog);
  if (parsed.kind === 'chat' || parsed.kind === 'embedding') return parsed.publicId;
  if (parsed.kind === 'responses-only' && parsed.model !== undefined) return parsed.publicId;
  throw new InvalidRequestError({
    param: 'model',
    message:
      '`model` must be the id of a model of the catalogue, as GET /api/v1/admin/models lists them: no `auto`, no other alias, and no id that only the marketplace or an endpoint of yours knows.',
  });
}

/** Whether it could be one at all. */
export function isAliasShaped(text: string): boolean {
  return ALIAS.test(text);
}

/** As it is written, in the case that ids have, and with the dashes that ids have. */
function spellingsOf(alias: string): readonly string[] {
  const lower = alias.toLowerCase();
  return [alias, lower, lower.replaceAll('_', '-'), lower.replaceAll(/[._]/g, '-')];
}

function isNamed(text: string, catalog: Catalog): boolean {
  const parsed = parseModelId(text, catalog);
  return parsed.kind !== 'unknown' || parsed.useInstead !== undefined;
}

/** No provider takes such a spelling, but people who read `kimi-k2-6` in a program think of the model. */
function readsAsName(alias: string, catalog: Catalog): boolean {
  const letters = lettersOf(alias);
  return catalog
    .list()
    .some(({ bareId, aliases }) => [bareId, ...aliases].some((name) => lettersOf(name) === letters));
}

/** Without its org, and what tells spellings of a name apart. */
const lettersOf = (name: string): string =>
  name
    .slice(name.lastIndexOf('/') + 1)
    .toLowerCase()
    .replaceAll(/[._-]/g, '');

function refuse(message: string): InvalidRequestError {
  return new InvalidRequestError({ code: 'invalid_alias', param: 'alias', message });
}
