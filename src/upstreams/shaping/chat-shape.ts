import type { CatalogModel } from '../../catalog/catalog-model.js';
import type { MemberEdit } from '../../wire/json-bytes/edit-members.js';
import { readJson, readNumber } from '../../wire/json-bytes/read-member.js';
import type { TopLevelMembers } from '../../wire/json-bytes/scan-top-level.js';
import type { ReasoningControl } from '../../wire/openai/read-reasoning-control.js';
import type { UpstreamBody } from '../upstream-transport.js';
import type { ChatTarget } from './chat-target.js';

export type ThinkingOff = 'no' | 'own' | 'forced';

/** What shaping needs of a request beside its target. */
export interface ChatShapeInput {
  readonly scan: TopLevelMembers;
  /** Messages hold members of other vendors' dialects, as the body's view tells; absent: nobody has looked yet. */
  readonly hasForeignMembers?: boolean;
  readonly target: ChatTarget;
  readonly stream: boolean;
  /** What the caller said about thinking. */
  readonly reasoning: ReasoningControl;
  /** The gateway turns thinking off: `own` where the caller said nothing, `forced` whatever he said (retry after an empty answer). */
  readonly thinkingOff: ThinkingOff;
  /** Another model than the decided one is asked: signed thinking of the history is none of its own. */
  readonly isFallback?: boolean;
  /** Another model than the target is known to have made the signed thinking with this proof. */
  readonly isForeignThinking?: (proof: string) => boolean;
  /** The organization's data policy: zero retention. */
  readonly zeroRetention: boolean;
}

/** A request body fitted to its upstream. */
export interface ShapedChat {
  readonly body: UpstreamBody;
  /** The model refuses a forced tool choice, so `auto` was sent instead. */
  readonly toolChoiceChanged: boolean;
  /** The caller spoke of `functions`: a translated answer carries `function_call`. */
  readonly legacyFunctions?: boolean;
  /** Fields of the caller's that were left out because the upstream has no word for them, and that change no meaning. */
  readonly ignored?: readonly string[];
  /** The gateway's own thinking-off is in the bytes: a model may refuse it. */
  readonly ownThinkingOff: boolean;
}

/** The control that holds in the end. */
export function effectiveReasoning({
  reasoning,
  thinkingOff,
}: Pick<ChatShapeInput, 'reasoning' | 'thinkingOff'>): ReasoningControl {
  return thinkingOff === 'no' ? reasoning : { kind: 'off' };
}

/** Our own session key, and routing overrides that are ignored on every upstream (spec 4.2, provider selection). */
export const IGNORED_MEMBERS = [
  'session_id',
  'models',
  'route',
  'plugins',
  'transforms',
  'web_search_options',
] as const;

/** `standard_only` is provider A's word for the list price; all others say `default`. */
export function tierEdits(scan: TopLevelMembers): MemberEdit[] {
  const isOther =
    scan.find('service_tier')?.kind === 'string' && readJson(scan, 'service_tier') === 'standard_only';
  return isOther ? [{ set: 'service_tier', json: '"default"' }] : [];
}

/** Removals of the members that are there: most requests have none of them. */
export function removals(scan: TopLevelMembers, names: readonly string[]): MemberEdit[] {
  const edits: MemberEdit[] = [];
  for (const name of names) if (scan.find(name) !== undefined) edits.push({ remove: name });
  return edits;
}

const OUTPUT_LIMITS = ['max_completion_tokens', 'max_tokens'] as const;

/** A limit above what the model can write becomes what it can write, as for provider A: no provider takes more. */
export function limitEdits(scan: TopLevelMembers, model: CatalogModel | undefined): MemberEdit[] {
  if (model === undefined) return [];
  const edits: MemberEdit[] = [];
  for (const name of OUTPUT_LIMITS) {
    if (scan.find(name)?.kind !== 'number') continue;
    const limit = readNumber(scan, name);
    if (limit !== undefined && limit > model.maxOutput)
      edits.push({ set: name, json: String(model.maxOutput) });
  }
  return edits;
}
