import type { CatalogModel } from '../catalog/catalog-model.js';
import { InvalidModelIdError, UnpricedModelError } from '../catalog/ids/model-id-errors.js';
import type { ParsedModelId } from '../catalog/ids/parsed-model-id.js';
import { InvalidRequestError } from '../lib/gateway-error.js';
import {
  isRetentionAllowed,
  ZeroRetentionError,
  type RetentionPolicy,
} from '../projects/is-retention-allowed.js';
import { ChineseModelsOffError, isModelAllowed } from '../projects/is-model-allowed.js';
import { refuseOffList, type ModelList } from '../projects/model-list.js';

/** The model of a Messages call: provider A's, or an open model behind the hosted provider's Messages-compatible address. */
export interface MessagesTarget {
  readonly upstream: 'provider_a' | 'hosted';
  /** The id that the upstream is sent. */
  readonly upstreamModelId: string;
  /** The id as callers write it. */
  readonly publicId: string;
  readonly model: CatalogModel;
}

/** The id is no model of the Messages API: the way out is the OpenAI-compatible endpoint. */
export class NotOnMessagesError extends InvalidRequestError {
  constructor(modelId: string) {
    super({
      code: 'model_not_on_messages',
      param: 'model',
      message: `\`model\`: \`${modelId}\` cannot be called with the Messages API. Call it at the OpenAI-compatible endpoint, POST /api/v1/route/chat/completions, or name a model that GET /api/v1/models lists.`,
    });
  }
}

/**
 * Decides whether and where a Messages call runs (spec 4.3): nothing is routed, the named model serves or nobody.
 * @throws ChineseModelsOffError, ModelNotAllowedError, ZeroRetentionError (403), NotOnMessagesError, UnpricedModelError, InvalidModelIdError (400).
 */
export function chooseMessagesTarget(
  written: string,
  policy: {
    parse: (id: string) => ParsedModelId;
    chineseModels: boolean;
    models: ModelList | undefined;
    retention: RetentionPolicy;
  },
): MessagesTarget {
  const target = findTarget(written, policy);
  if (!isRetentionAllowed(policy.retention, target.upstream)) throw new ZeroRetentionError(target.publicId);
  return target;
}

function findTarget(
  written: string,
  {
    parse,
    chineseModels,
    models,
  }: { parse: (id: string) => ParsedModelId; chineseModels: boolean; models: ModelList | undefined },
): MessagesTarget {
  const parsed = parse(written);
  refuseForbidden(parsed, chineseModels);
  refuseOffList(parsed, models);
  switch (parsed.kind) {
    case 'chat':
      return toTarget(parsed, written);
    case 'unpriced':
      if (parsed.vendor === 'b') throw new NotOnMessagesError(parsed.publicId);
      throw new UnpricedModelError(parsed.publicId, parsed.useInstead);
    case 'invalid':
      throw new InvalidModelIdError(parsed.reason);
    case 'auto':
      throw new NotOnMessagesError('auto');
    case 'embedding':
    case 'marketplace':
    case 'local':
    case 'responses-only':
      throw new NotOnMessagesError(parsed.publicId);
    case 'unknown':
      throw new NotOnMessagesError(parsed.id);
  }
}

function toTarget(
  parsed: Extract<ParsedModelId, { kind: 'chat' | 'embedding' }>,
  written: string,
): MessagesTarget {
  const { model, publicId } = parsed;
  if (!model.surfaces.includes('messages')) throw new NotOnMessagesError(written);
  if (model.vendor === 'a')
    return { upstream: 'provider_a', upstreamModelId: parsed.upstreamId, publicId, model };
  return { upstream: 'hosted', upstreamModelId: model.bareId, publicId, model };
}

function refuseForbidden(parsed: ParsedModelId, chineseModels: boolean): void {
  if (parsed.kind === 'auto' || parsed.kind === 'invalid') return;
  if (isModelAllowed({ chineseLab: parsed.chineseLab, chineseModels })) return;
  throw new ChineseModelsOffError(parsed.kind === 'unknown' ? parsed.id : parsed.publicId);
}
