import type { ReasoningFacts } from '../../catalog/catalog-model.js';
import { atOnce } from '../../lib/steps.js';
import { bytesToSend, editMembers, type MemberEdit } from '../../wire/json-bytes/edit-members.js';
import { scanTopLevel } from '../../wire/json-bytes/scan-top-level.js';
import { hasForeignMembers } from '../../wire/openai/read-chat-view.js';
import { REASONING_FIELDS } from '../../wire/openai/read-reasoning-control.js';
import {
  effectiveReasoning,
  IGNORED_MEMBERS,
  limitEdits,
  removals,
  tierEdits,
  type ChatShapeInput,
  type ShapedChat,
} from './chat-shape.js';
import { holdsMessageExtensions, stripMessageExtensions } from './strip-message-extensions.js';
import { effortFor } from './effort-for.js';

/** Extensions of ours and of other vendors; provider B refuses a request with a member it does not know. */
const EXTENSIONS = [
  ...IGNORED_MEMBERS,
  'provider',
  'cache_control',
  'usage',
  'top_k',
  ...REASONING_FIELDS,
] as const;
/** A reasoning model takes none of these, whether it thinks or not. */
const NEVER_WITH_REASONING = ['presence_penalty', 'frequency_penalty', 'logit_bias'] as const;
/** It takes these at effort `none`. */
const NOT_WHILE_THINKING = ['temperature', 'top_p', 'logprobs', 'top_logprobs'] as const;

/**
 * Fits a chat request to provider B: its id, no extensions, the caller's reasoning control in its words, the usage chunk turned on.
 * Reasoning models take `max_completion_tokens`, and no sampling while they think. Everything else stays byte for byte.
 */
export function shapeForProviderB(input: ChatShapeInput): ShapedChat {
  const { scan, target, stream } = input;
  const { model } = target;
  const effort = effortFor(effectiveReasoning(input), model?.reasoning);
  const edits: MemberEdit[] = [
    ...removals(scan, EXTENSIONS),
    ...tierEdits(scan),
    { set: 'model', json: JSON.stringify(target.upstreamModelId) },
    ...limitEdits(scan, target.model),
  ];
  if (effort !== undefined) edits.push({ set: 'reasoning_effort', json: JSON.stringify(effort) });
  if (model !== undefined && model.reasoning.kind !== 'none') {
    edits.push({ rename: 'max_tokens', to: 'max_completion_tokens' });
    if (!model.capabilities.sampling) {
      edits.push(...removals(scan, NEVER_WITH_REASONING));
      if (!isNone(effort, model.reasoning)) edits.push(...removals(scan, NOT_WHILE_THINKING));
    }
  }
  if (stream) edits.push({ setIn: ['stream_options', 'include_usage'], json: 'true' });
  const source = mustBeStripped(input) ? scanTopLevel(atOnce(stripMessageExtensions(scan))) : scan;
  return {
    body: bytesToSend(editMembers(source, edits)),
    toolChoiceChanged: false,
    ownThinkingOff: input.thinkingOff !== 'no' && effort !== undefined,
  };
}

/** Models that do not think at `none` take sampling there; later ones are there when nothing is said. */
export function isNone(effort: string | undefined, { offEffort, defaultOn }: ReasoningFacts): boolean {
  return effort === 'none' || (effort === undefined && !defaultOn && offEffort === 'none');
}

/** Its messages or tools hold members that provider B refuses: the body is printed anew without them. */
export function mustBeStripped({ scan, hasForeignMembers: isKnown }: ChatShapeInput): boolean {
  return holdsMessageExtensions(scan, isKnown ?? hasForeignMembers(scan));
}
