import type { CatalogModel } from '../../catalog/catalog-model.js';
import type { ServableModelId } from '../../catalog/ids/parsed-model-id.js';
import type { ReasoningControl } from '../../wire/openai/read-reasoning-control.js';
import type { Ask, Need } from '../question/request-asks.js';
import type { DecidedSurface, RouteQuestion } from './decision.js';
import { mayHaveThought } from './plan-thinking.js';

/** What a request needs of the model that serves it. */
export interface RequestNeeds {
  readonly surface: DecidedSurface;
  readonly asks: readonly Ask[];
  /** What the caller said about thinking: a model that thinks gives less of the rest. */
  readonly reasoning: ReasoningControl;
  /** Bytes of text that the prompt comes to. */
  readonly promptBytes: number;
  readonly maxTokens: number | undefined;
}

/** What a model lacks for a request. */
export interface Lack {
  /** The field of the body that asks for it. */
  readonly field: string;
  /** The end of a sentence that begins with the model's id. */
  readonly words: string;
}

/** More bytes than tokens of ordinary text have: a prompt that is too long even so is too long for sure. */
const GENEROUS_BYTES_A_TOKEN = 10;
const TYPICAL_BYTES_A_TOKEN = 4;

export function needsOf({ surface, asks, reasoning, promptBytes, maxTokens }: RouteQuestion): RequestNeeds {
  return { surface, asks, reasoning, promptBytes, maxTokens };
}

/**
 * What keeps a model from serving a request; `undefined` when nothing does. Models outside the catalogue are taken at the caller's
 * word, as far as their provider's API has a place for what is asked (contract section 5, candidates).
 */
export function whyUnable(candidate: ServableModelId, needs: RequestNeeds): Lack | undefined {
  const lacking = needs.asks.find(({ need }) => !canDo(candidate, need, needs.reasoning));
  if (lacking !== undefined) return { field: lacking.field, words: LACKS[lacking.need] };
  const model = factsOf(candidate);
  return model === undefined ? undefined : tooLong(model, needs);
}

/** True when a prompt of ordinary text would fit with its answer: of several able models, those that are too tight are passed over. */
export function fitsComfortably(
  candidate: ServableModelId,
  { promptBytes, maxTokens = 0 }: RequestNeeds,
): boolean {
  const { model } = candidate;
  return model === undefined || promptBytes / TYPICAL_BYTES_A_TOKEN + maxTokens <= model.contextWindow;
}

const LACKS: Readonly<Record<Need, string>> = {
  images: 'reads no images',
  files: 'reads no files',
  file_ids: 'knows no files by their id',
  audio: 'neither hears nor speaks',
  tools: 'takes no tools',
  custom_tools: 'takes no custom tools',
  json_schema: 'takes no JSON schema',
  choices: 'gives one answer a request',
  logprobs: 'gives no log probabilities',
  logit_bias: 'takes no `logit_bias`',
  prediction: 'takes no `prediction`',
  verbosity: 'takes no other `verbosity` than medium',
  free_text_tools: 'takes no custom tools',
  file_urls: 'fetches no files from an address',
  provider_b: 'is not one of the models that understand it',
};

/** What the limits of a request are called, and what it is read from. */
const FIELDS: Readonly<Record<DecidedSurface, { readonly limit: string; readonly prompt: string }>> = {
  chat: { limit: 'max_tokens', prompt: 'messages' },
  responses: { limit: 'max_output_tokens', prompt: 'input' },
};

/** Only what would fail or vanish silently counts: a hint that a provider leaves out (`seed`, provider A's `verbosity`) does not. */
function canDo(candidate: ServableModelId, need: Need, control: ReasoningControl): boolean {
  const { upstream } = candidate;
  const model = factsOf(candidate);
  const can = model?.capabilities;
  switch (need) {
    case 'images':
      return can?.vision ?? true;
    case 'files':
      return can === undefined || can.pdf || can.vision;
    case 'audio':
      return can?.audio ?? true;
    case 'tools':
      return can?.tools ?? true;
    case 'json_schema':
      return can?.jsonSchema ?? true;
    case 'choices':
    case 'file_ids':
      return upstream === 'provider_b';
    case 'custom_tools':
      return upstream === 'provider_b' && (can?.customTools ?? true);
    case 'logprobs':
    case 'logit_bias':
      return upstream === 'provider_b' && (model === undefined || samplesFreely(model, control));
    case 'prediction':
      return upstream !== 'provider_b' || model?.reasoning.kind === 'none';
    case 'verbosity':
      return upstream !== 'provider_b' || (can?.verbosity ?? true);
    case 'free_text_tools':
      return upstream !== 'provider_b' || (can?.customTools ?? true);
    case 'file_urls':
      return upstream === 'provider_b' || upstream === 'provider_a';
    case 'provider_b':
      return upstream === 'provider_b';
  }
}

/** Provider B's models show and bend their probabilities while they do not think; some never do. */
function samplesFreely(model: CatalogModel, control: ReasoningControl): boolean {
  const { kind, offEffort } = model.reasoning;
  return kind === 'none' || (offEffort === 'none' && !mayHaveThought(model, control));
}

function factsOf(candidate: ServableModelId): CatalogModel | undefined {
  return candidate.kind === 'marketplace' ? candidate.variantOf : candidate.model;
}

function tooLong({ contextWindow, maxOutput }: CatalogModel, needs: RequestNeeds): Lack | undefined {
  if (needs.maxTokens !== undefined && needs.maxTokens > maxOutput)
    return { field: FIELDS[needs.surface].limit, words: `writes at most ${maxOutput} tokens` };
  if (needs.promptBytes / GENEROUS_BYTES_A_TOKEN > contextWindow)
    return { field: FIELDS[needs.surface].prompt, words: `reads at most ${contextWindow} tokens` };
  return undefined;
}
