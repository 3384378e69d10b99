import { InvalidRequestError } from '../lib/gateway-error.js';
import { readJson } from '../wire/json-bytes/read-member.js';
import type { TopLevelMembers } from '../wire/json-bytes/scan-top-level.js';

/** Whose words a body is written in: they name different tiers. */
export type OptionsDialect = 'chat' | 'messages' | 'responses';

/** Tiers at the list price. */
const PRICED_TIERS: Readonly<Record<OptionsDialect, readonly string[]>> = {
  chat: ['auto', 'default', 'standard_only'],
  messages: ['auto', 'standard_only'],
  responses: ['auto', 'default'],
};
/** Where something runs, who pays for it, or at which price what was said before is read. */
const UNPRICED_MEMBERS: Readonly<Record<OptionsDialect, readonly string[]>> = {
  chat: ['inference_geo'],
  messages: ['inference_geo', 'billing_policy', 'fallback_credit_token'],
  // It knows no other field than its own.
  responses: [],
};

/**
 * Refuses options by which a provider asks another price than that of the model: a call is priced by its model, its tokens and
 * fast mode alone (docs/decisions, price options).
 * @throws InvalidRequestError (400) that names the field
 */
export function checkPriceOptions(scan: TopLevelMembers, dialect: OptionsDialect): void {
  const refusal = findPriceOption(scan, dialect);
  if (refusal !== undefined) throw refusal;
}

/** The same for who may not have to refuse it: what runs at the caller's own account is his. */
export function findPriceOption(
  scan: TopLevelMembers,
  dialect: OptionsDialect,
): InvalidRequestError | undefined {
  const tier = scan.find('service_tier');
  const tiers = PRICED_TIERS[dialect];
  if (tier !== undefined && tier.kind !== 'null') {
    const written = tier.kind === 'string' ? (readJson(scan, 'service_tier') as string) : '';
    if (!tiers.includes(written)) return unsupported('service_tier', `takes ${inWords(tiers)} here`);
  }
  for (const name of UNPRICED_MEMBERS[dialect]) {
    const member = scan.find(name);
    if (member !== undefined && member.kind !== 'null') return unsupported(name, 'is not carried');
  }
  return undefined;
}

function unsupported(field: string, problem: string): InvalidRequestError {
  return new InvalidRequestError({
    code: 'unsupported_parameter',
    param: field,
    message: `\`${field}\` ${problem}, and nothing was run: it would change the provider's price, and a call is billed at the list price of its model. Leave it out.`,
  });
}

function inWords(words: readonly string[]): string {
  const quoted = words.map((word) => `\`${word}\``);
  return `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`;
}
