import type { ServableModelId } from '../../catalog/parsed-model-id.js';
import type { CatalogModel } from '../../catalog/catalog-model.js';
import type { ChatView } from '../../wire/openai/chat-view.js';

/** What a request asks of the model that serves it. */
export interface RequestNeeds {
  readonly media: boolean;
  readonly tools: boolean;
  readonly jsonSchema: boolean;
  /** Bytes of the prompt as they were sent. */
  readonly promptBytes: number;
  readonly maxTokens: number | undefined;
}

/** More bytes than tokens of ordinary text have: a prompt that is too long even so is too long for sure. */
const GENEROUS_BYTES_A_TOKEN = 10;
const TYPICAL_BYTES_A_TOKEN = 4;

export function needsOf(
  view: ChatView,
  { promptBytes, maxTokens }: { promptBytes: number; maxTokens: number | undefined },
): RequestNeeds {
  return {
    media: view.media > 0,
    tools: view.tools.length > 0,
    jsonSchema: view.responseFormat?.type === 'json_schema',
    promptBytes,
    maxTokens,
  };
}

/**
 * Why a model cannot serve a request, as the end of a sentence that begins with its id; `undefined` when it can. Models outside
 * the catalogue are taken at the caller's word (contract section 5, candidates).
 */
export function whyUnable(candidate: ServableModelId, needs: RequestNeeds): string | undefined {
  const model = candidate.kind === 'marketplace' ? candidate.variantOf : candidate.model;
  return model === undefined ? undefined : lacking(model, needs);
}

/** True when a prompt of ordinary text would fit with its answer: of several able models, those that are too tight are passed over. */
export function fitsComfortably(
  candidate: ServableModelId,
  { promptBytes, maxTokens = 0 }: RequestNeeds,
): boolean {
  const { model } = candidate;
  return model === undefined || promptBytes / TYPICAL_BYTES_A_TOKEN + maxTokens <= model.contextWindow;
}

function lacking(model: CatalogModel, needs: RequestNeeds): string | undefined {
  const { capabilities, contextWindow, maxOutput } = model;
  if (needs.media && !capabilities.vision) return 'reads no images or files';
  if (needs.tools && !capabilities.tools) return 'takes no tools';
  if (needs.jsonSchema && !capabilities.jsonSchema) return 'takes no JSON schema';
  if (needs.maxTokens !== undefined && needs.maxTokens > maxOutput)
    return `writes at most ${maxOutput} tokens`;
  if (needs.promptBytes / GENEROUS_BYTES_A_TOKEN > contextWindow)
    return `reads at most ${contextWindow} tokens`;
  return undefined;
}
