import type { CatalogModel } from '../catalog/catalog-model.js';

/** Provider A's SDKs take an epoch for a release date that is not known; the catalogue keeps none. */
const UNKNOWN_DATE = '1970-01-01T00:00:00Z';
const UNKNOWN_SECONDS = 0;
const LINES = ['haiku', 'sonnet', 'opus', 'fable', 'mythos'];

/** A model in provider A's shape. */
export interface AnthropicModel {
  readonly type: 'model';
  readonly id: string;
  readonly display_name: string;
  readonly created_at: string;
  readonly max_input_tokens: number;
  readonly max_tokens: number;
  readonly capabilities: null;
  readonly lifecycle: 'active' | 'deprecated';
  readonly line: string | null;
  readonly deprecated_at: null;
  readonly retires_at: null;
}

/** A model in provider B's shape. */
export interface OpenAiModel {
  readonly id: string;
  readonly object: 'model';
  readonly created: number;
  readonly owned_by: string;
}

/** Bare ids, as provider A lists its own: its clients look for `claude-…`. */
export function toAnthropicModel(model: CatalogModel): AnthropicModel {
  const { bareId, contextWindow, maxOutput, status, vendor } = model;
  return {
    type: 'model',
    id: bareId,
    display_name: vendor === 'a' ? displayName(bareId) : bareId.slice(bareId.indexOf('/') + 1),
    created_at: UNKNOWN_DATE,
    max_input_tokens: contextWindow,
    max_tokens: maxOutput,
    capabilities: null,
    lifecycle: status === 'active' ? 'active' : 'deprecated',
    line: vendor === 'a' ? (LINES.find((line) => bareId.split('-').includes(line)) ?? null) : null,
    deprecated_at: null,
    retires_at: null,
  };
}

/** Canonical ids, as a caller of chat completions or embeddings would write them. */
export function toOpenAiModel({ id, lab }: CatalogModel): OpenAiModel {
  return { id, object: 'model', created: UNKNOWN_SECONDS, owned_by: lab };
}

/** What the project's auto router decides; clients fill their pickers from the list. */
export const AUTO_MODEL: OpenAiModel = {
  id: 'auto',
  object: 'model',
  created: UNKNOWN_SECONDS,
  owned_by: 'router',
};

/** The model on a caller's own endpoint. */
export function toOwnModel(id: string): OpenAiModel {
  return { id, object: 'model', created: UNKNOWN_SECONDS, owned_by: 'registered-endpoint' };
}

/** `claude-sonnet-5-5` is Claude Sonnet 5.5. */
function displayName(bareId: string): string {
  const words = bareId.split('-').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return words.join(' ').replace(/(\d) (?=\d)/g, '$1.');
}
