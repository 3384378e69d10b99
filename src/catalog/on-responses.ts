import type { ParsedModelId } from './ids/parsed-model-id.js';

/** What an id means on the Responses API: a model that runs only there is one like any other, if its price is known. */
export function onResponses(parsed: ParsedModelId): ParsedModelId {
  if (parsed.kind !== 'responses-only') return parsed;
  const { publicId, upstreamId, model, useInstead, chineseLab } = parsed;
  return model === undefined
    ? { kind: 'unpriced', vendor: 'b', family: 'chat', publicId, useInstead, chineseLab }
    : { kind: 'chat', upstream: model.upstream, upstreamId, publicId, model, chineseLab };
}
