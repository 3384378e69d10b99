import { bytesToSend, editMembers, type MemberEdit } from '../../wire/json-bytes/edit-members.js';
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

const STRIPPED = [...IGNORED_MEMBERS, 'provider', 'usage', 'cache_control', ...REASONING_FIELDS] as const;

/** Fits a chat request to the hosted open-model provider, where thinking is switched by the chat template (contract section 5). */
export function shapeForHosted(input: ChatShapeInput): ShapedChat {
  const { scan, target, stream } = input;
  const reasoning = effectiveReasoning(input);
  const steered = reasoning.kind !== 'absent' && target.model?.reasoning.kind !== 'fixed';
  const edits: MemberEdit[] = [
    ...removals(scan, STRIPPED),
    ...tierEdits(scan),
    { set: 'model', json: JSON.stringify(target.upstreamModelId) },
    ...limitEdits(scan, target.model),
  ];
  if (steered) {
    edits.push({
      set: 'chat_template_kwargs',
      json: JSON.stringify({ enable_thinking: reasoning.kind !== 'off' }),
    });
  }
  if (reasoning.kind === 'graded' && target.model?.reasoning.kind === 'effort') {
    edits.push({ set: 'reasoning_effort', json: JSON.stringify(reasoning.effort) });
  }
  if (stream) edits.push({ setIn: ['stream_options', 'include_usage'], json: 'true' });
  return {
    body: bytesToSend(editMembers(scan, edits)),
    toolChoiceChanged: false,
    ownThinkingOff: input.thinkingOff !== 'no' && steered,
  };
}
