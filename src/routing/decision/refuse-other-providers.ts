import type { ParsedModelId } from '../../catalog/ids/parsed-model-id.js';
import { OtherProviderError } from '../model-errors.js';
import type { RouteQuestion } from './decision.js';

/**
 * A named model answers for itself, and what only provider B understands nobody else can be told.
 * @throws OtherProviderError (400) that names the field
 */
export function refuseOtherProviders(parsed: ParsedModelId, { asks }: RouteQuestion): void {
  const isOther =
    parsed.kind === 'local' ||
    ((parsed.kind === 'chat' || parsed.kind === 'marketplace') && parsed.upstream !== 'provider_b');
  if (!isOther) return;
  const ask = asks.find(({ need }) => need === 'provider_b');
  if (ask !== undefined) throw new OtherProviderError(parsed.publicId, ask.field);
}
