import { InvalidModelIdError, UnpricedModelError } from '../catalog/ids/model-id-errors.js';
import type { CatalogueModelId, ParsedModelId } from '../catalog/ids/parsed-model-id.js';
import { InvalidRequestError } from '../lib/gateway-error.js';
import {
  isRetentionAllowed,
  ZeroRetentionError,
  type RetentionPolicy,
} from '../projects/is-retention-allowed.js';
import { ChineseModelsOffError, isModelAllowed } from '../projects/is-model-allowed.js';
import { refuseOffList, type ModelList } from '../projects/model-list.js';

/** The id makes no embeddings. */
export class NotAnEmbeddingsModelError extends InvalidRequestError {
  constructor(modelId: string) {
    super({
      code: 'wrong_surface',
      param: 'model',
      message: `\`${modelId}\` makes no embeddings. Name a \`text-embedding-*\` model; chat models are called at POST /api/v1/route/chat/completions.`,
    });
  }
}

/**
 * Decides where an embeddings call runs (spec 4.4): nothing is routed, the named model serves or nobody.
 * @throws ChineseModelsOffError, ModelNotAllowedError, ZeroRetentionError (403), UnpricedModelError, NotAnEmbeddingsModelError, InvalidModelIdError (400).
 */
export function chooseEmbeddingsTarget(
  written: string,
  {
    parse,
    chineseModels,
    models,
    retention,
  }: {
    parse: (id: string) => ParsedModelId;
    chineseModels: boolean;
    models: ModelList | undefined;
    retention: RetentionPolicy;
  },
): CatalogueModelId {
  const parsed = parse(written);
  if (parsed.kind === 'auto') throw new NotAnEmbeddingsModelError('auto');
  if (parsed.kind === 'invalid') throw new InvalidModelIdError(parsed.reason);
  const publicId = parsed.kind === 'unknown' ? parsed.id : parsed.publicId;
  if (!isModelAllowed({ chineseLab: parsed.chineseLab, chineseModels }))
    throw new ChineseModelsOffError(publicId);
  refuseOffList(parsed, models);
  if (parsed.kind === 'unpriced' && parsed.family === 'embedding')
    throw new UnpricedModelError(publicId, parsed.useInstead);
  if (parsed.kind !== 'embedding') throw new NotAnEmbeddingsModelError(publicId);
  if (!isRetentionAllowed(retention, parsed.upstream)) throw new ZeroRetentionError(publicId);
  return parsed;
}
