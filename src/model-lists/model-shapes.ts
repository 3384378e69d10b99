import type { CatalogModel } from '../catalog/catalog-model.js';
import { releaseDate } from './release-dates.js';

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

/** An alias and since when it is one. */
export interface NamedModel {
  readonly alias: string;
  readonly createdAt: Date;
}

/** Bare ids, as provider A lists its own: its clients look for `claude-…`. */
export function toAnthropicModel(model: CatalogModel): AnthropicModel {
  const { bareId, contextWindow, maxOutput, status, vendor } = model;
  return {
    type: 'model',
    id: bareId,
    display_name: vendor === 'a' ? displayName(bareId) : bareId.slice(bareId.indexOf('/') + 1),
    created_at: releaseDate(bareId).toISOString().replace('.000Z', 'Z'),
    max_input_tokens: contextWindow,
    max_tokens: maxOutput,
    capabilities: null,
    lifecycle: status === 'active' ? 'active' : 'deprecated',
    line: vendor === 'a' ? (LINES.find((line) => bareId.split('-').includes(line)) ?? null) : null,
    deprecated_at: null,
    retires_at: null,
  };
}

/** Canonical ids, as a caller of chat completions, Responses or embeddings would write them. */
export function toOpenAiModel({ id, bareId, lab }: CatalogModel): OpenAiModel {
  return { id, object: 'model', created: toSeconds(releaseDate(bareId)), owned_by: lab };
}

/** The model on a caller's own endpoint: since the endpoint is registered. */
export function toOwnModel(id: string, registeredAt: Date): OpenAiModel {
  return { id, object: 'model', created: toSeconds(registeredAt), owned_by: 'registered-endpoint' };
}

/** The project's own name for a model, in provider A's shape: what it can do is what the model can. */
export function toNamedAnthropicModel(model: CatalogModel, { alias, createdAt }: NamedModel): AnthropicModel {
  return {
    ...toAnthropicModel(model),
    id: alias,
    display_name: alias,
    created_at: new Date(toSeconds(createdAt) * 1_000).toISOString().replace('.000Z', 'Z'),
  };
}

/** The same in provider B's. */
export function toNamedOpenAiModel({ alias, createdAt }: NamedModel): OpenAiModel {
  return { id: alias, object: 'model', created: toSeconds(createdAt), owned_by: 'alias' };
}

/** What the project's auto router decides, which clients fill their pickers from the list with; since this product has routers. */
export const AUTO_MODEL: OpenAiModel = {
  id: 'auto',
  object: 'model',
  created: toSeconds(new Date('2026-11-28T00:00:00Z')),
  owned_by: 'router',
};

function toSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1_000);
}

/** `claude-sonnet-5-5` is Claude Sonnet 5.5. */
function displayName(bareId: string): string {
  const words = bareId.split('-').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return words.join(' ').replace(/(\d) (?=\d)/g, '$1.');
}
