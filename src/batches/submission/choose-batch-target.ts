import type { CatalogModel } from '../../catalog/catalog-model.js';
import { InvalidModelIdError, UnpricedModelError } from '../../catalog/ids/model-id-errors.js';
import type {
  CatalogueModelId,
  ParsedModelId,
  ResponsesOnlyModelId,
} from '../../catalog/ids/parsed-model-id.js';
import type { NamesForModels } from '../../catalog/ids/model-ids.service.js';
import { InvalidRequestError } from '../../lib/gateway-error.js';
import { ChineseModelsOffError, isModelAllowed } from '../../projects/is-model-allowed.js';
import { refuseOffList, type ModelList } from '../../projects/model-list.js';
import {
  isRetentionAllowed,
  ZeroRetentionError,
  type RetentionPolicy,
} from '../../projects/is-retention-allowed.js';
import type { RequestKind } from '../../upstreams/batches/batch-provider.js';
import type { ChatTarget } from '../../upstreams/shaping/chat-target.js';
import type { PortionProvider } from '../batch-portion.entity.js';

/** The model of a batch item, on an account of ours that runs batches. */
export interface BatchTarget {
  readonly provider: PortionProvider;
  readonly upstreamModelId: string;
  /** The id as callers write it. */
  readonly publicId: string;
  /** The project's own name for it, where the request has that. */
  readonly alias: string | undefined;
  readonly model: CatalogModel;
}

/** The model cannot run in a batch; there is no fallback to live calls. */
export class NoBatchTierError extends InvalidRequestError {
  constructor(modelId: string, message?: string) {
    super({
      code: 'no_batch_tier',
      param: 'model',
      message:
        message ??
        `\`${modelId}\` has no batch tier. The chat models of provider A and provider B have one, and, of the shipped catalogue's open models, meta-llama/Llama-3.3-70B-Instruct, zai-org/GLM-5.3 and Qwen/Qwen3-235B-A22B-Instruct-2507. Name one of these (GET /api/v1/route/models lists the ids), or send the request as a live call.`,
    });
  }
}

/** The same of an id that nobody knows. */
export class UnknownBatchModelError extends NoBatchTierError {}

/** Nothing is routed in a batch: what it costs is reserved before it runs. */
export class AutoInBatchError extends InvalidRequestError {
  constructor() {
    super({
      code: 'auto_in_batch',
      param: 'model',
      message: 'Batches do not route. Name a model instead of `auto`.',
    });
  }
}

/** `params` speak the Messages API, which provider B's models do not. */
export class NotInParamsError extends InvalidRequestError {
  constructor(modelId: string) {
    super({
      code: 'model_not_in_params',
      param: 'model',
      message: `\`${modelId}\` does not speak the Messages API of \`params\`. Send the request as a chat-completions \`body\`.`,
    });
  }
}

/** The model answers no requests of that endpoint. */
export class WrongEndpointError extends InvalidRequestError {
  constructor(modelId: string, kind: RequestKind) {
    super({
      // What it was before embeddings had a batch tier, for requests of before.
      code: kind === 'body' || kind === 'params' ? 'no_batch_tier' : 'wrong_endpoint',
      param: 'model',
      message: `\`${modelId}\` ${NEEDS[kind]}`,
    });
  }
}

const NEEDS: Readonly<Record<RequestKind, string>> = {
  body: 'answers no chat completions. Name a chat model.',
  params: 'answers no messages. Name a chat model.',
  responses:
    'answers no Responses requests in a batch: they run at provider B alone. Name a model of provider B, or send the request as a chat-completions `body`, which every batch model takes.',
  embeddings: 'makes no embeddings. Name a `text-embedding-*` model.',
};

/**
 * Decides where a batch item runs (spec 4.5, rules 1 and 2).
 * @throws ChineseModelsOffError, ModelNotAllowedError, ZeroRetentionError (403); AutoInBatchError, NoBatchTierError, UnpricedModelError, NotInParamsError,
 * WrongEndpointError, InvalidModelIdError (400)
 */
export function chooseBatchTarget(
  written: string,
  { rules: { parse, aliases, chineseModels, models, retention }, kind }: BatchTargetInputs,
): BatchTarget {
  const parsed = parse(written);
  refuseForbidden(parsed, chineseModels);
  refuseOffList(parsed, models);
  switch (parsed.kind) {
    case 'chat':
    case 'embedding':
    case 'responses-only': {
      const isAlias = aliases?.get(written)?.model === parsed.publicId;
      const target = toTarget(parsed, kind, isAlias ? written : undefined);
      if (!isRetentionAllowed(retention, target.provider)) throw new ZeroRetentionError(target.publicId);
      return target;
    }
    case 'unpriced':
      throw new UnpricedModelError(parsed.publicId, parsed.useInstead);
    case 'auto':
      throw new AutoInBatchError();
    case 'invalid':
      throw new InvalidModelIdError(parsed.reason);
    case 'unknown':
      throw new UnknownBatchModelError(parsed.id);
    case 'marketplace':
    case 'local':
      throw new NoBatchTierError(parsed.publicId);
  }
}

export interface TargetRules {
  readonly parse: (id: string) => ParsedModelId;
  /** What `parse` takes beside ids; absent: nothing. */
  readonly aliases?: NamesForModels;
  readonly chineseModels: boolean;
  /** Of the key. */
  readonly models: ModelList | undefined;
  readonly retention: RetentionPolicy;
}

export interface BatchTargetInputs {
  readonly rules: TargetRules;
  readonly kind: RequestKind;
}

/** As those write it who send the request; named member by member, for it is made for each of them. */
export function toChatTarget({ provider, upstreamModelId, publicId, model }: BatchTarget): ChatTarget {
  return { upstream: provider, upstreamModelId, publicId, model };
}

function toTarget(
  parsed: CatalogueModelId | ResponsesOnlyModelId,
  kind: RequestKind,
  alias: string | undefined,
): BatchTarget {
  const { model, publicId, upstreamId } = parsed;
  if (kind === 'embeddings' || parsed.kind === 'embedding') {
    if (kind !== 'embeddings' || parsed.kind !== 'embedding') throw new WrongEndpointError(publicId, kind);
  }
  if (parsed.kind === 'responses-only' && kind !== 'responses')
    throw new NoBatchTierError(publicId, onResponsesAlone(parsed));
  if (!model?.surfaces.includes('batch') || model.prices.batch === undefined)
    throw new NoBatchTierError(publicId);
  if (kind === 'responses' && model.vendor !== 'b') throw new WrongEndpointError(publicId, kind);
  if (model.vendor === 'open')
    return { provider: 'hosted', upstreamModelId: model.bareId, publicId, alias, model };
  if (model.vendor === 'a')
    return { provider: 'provider_a', upstreamModelId: upstreamId, publicId, alias, model };
  if (kind === 'params') throw new NotInParamsError(publicId);
  return { provider: 'provider_b', upstreamModelId: upstreamId, publicId, alias, model };
}

function onResponsesAlone({ publicId, useInstead }: ResponsesOnlyModelId): string {
  return `\`${publicId}\` runs on the Responses API alone. Name \`${useInstead}\`, or make a batch of \`/v1/responses\` lines (POST /api/v1/openai/batches).`;
}

function refuseForbidden(parsed: ParsedModelId, chineseModels: boolean): void {
  if (parsed.kind === 'auto' || parsed.kind === 'invalid') return;
  if (isModelAllowed({ chineseLab: parsed.chineseLab, chineseModels })) return;
  throw new ChineseModelsOffError(parsed.kind === 'unknown' ? parsed.id : parsed.publicId);
}
