import { bytesToSend, editMembers, type MemberEdit } from '../../wire/json-bytes/edit-members.js';
import type { ReasoningFacts } from '../../catalog/catalog-model.js';
import { isJsonObject } from '../../wire/exact-json/raw-json.js';
import { readJson } from '../../wire/json-bytes/read-member.js';
import type { TopLevelMembers } from '../../wire/json-bytes/scan-top-level.js';
import type { ReasoningControl } from '../../wire/openai/read-reasoning-control.js';
import {
  effectiveReasoning,
  IGNORED_MEMBERS,
  limitEdits,
  removals,
  tierEdits,
  type ChatShapeInput,
  type ShapedChat,
} from './chat-shape.js';

/** Words for thinking that the marketplace does not read. */
const FOREIGN_REASONING = ['thinking', 'chat_template_kwargs', 'enable_thinking'] as const;
const NATIVE_REASONING = ['reasoning', 'reasoning_effort'] as const;
/** The fastest provider currently serving the model, not the cheapest (spec 4.2). */
const FASTEST = { sort: 'throughput' };
const ZERO_RETENTION = { zdr: true, data_collection: 'deny' };

/**
 * Fits a chat request to the marketplace. A caller's `provider` object goes up untouched and replaces our preference; only the
 * organization's data policy filters first, whatever that object says.
 */
export function shapeForMarketplace(input: ChatShapeInput): ShapedChat {
  const { scan, target, stream, zeroRetention } = input;
  const own = input.thinkingOff !== 'no';
  const reasoning = reasoningEdits(scan, target.model?.reasoning, {
    control: effectiveReasoning(input),
    own,
  });
  const edits: MemberEdit[] = [
    ...removals(scan, IGNORED_MEMBERS),
    ...tierEdits(scan),
    { set: 'model', json: JSON.stringify(target.upstreamModelId) },
    ...limitEdits(scan, target.model),
    ...providerEdits(scan, zeroRetention),
    ...reasoning,
  ];
  if (stream) edits.push({ setIn: ['stream_options', 'include_usage'], json: 'true' });
  return {
    body: bytesToSend(editMembers(scan, edits)),
    toolChoiceChanged: false,
    ownThinkingOff: own && reasoning.some((edit) => 'set' in edit),
  };
}

function providerEdits(scan: TopLevelMembers, zeroRetention: boolean): MemberEdit[] {
  const edits: MemberEdit[] = [];
  if (scan.find('provider')?.kind !== 'object')
    edits.push({ set: 'provider', json: JSON.stringify(FASTEST) });
  if (!zeroRetention) return edits;
  for (const [name, value] of Object.entries(ZERO_RETENTION))
    edits.push({ setIn: ['provider', name], json: JSON.stringify(value) });
  return edits;
}

function reasoningEdits(
  scan: TopLevelMembers,
  facts: ReasoningFacts | undefined,
  { control, own }: { control: ReasoningControl; own: boolean },
): MemberEdit[] {
  // A model whose thinking is fixed by its id takes no control at all.
  if (facts?.kind === 'fixed') return removals(scan, [...FOREIGN_REASONING, ...NATIVE_REASONING]);
  if (control.kind === 'off' && facts !== undefined && !facts.canBeOff) return lowest(scan, facts);
  if (!own && isSaidNatively(scan, facts, control)) return removals(scan, FOREIGN_REASONING);
  const edits: MemberEdit[] = removals(scan, [...FOREIGN_REASONING, ...NATIVE_REASONING]);
  const translated = translate(control);
  if (translated !== undefined) edits.push({ set: 'reasoning', json: JSON.stringify(translated) });
  return edits;
}

/**
 * The caller's own words in the marketplace's vocabulary go up as they are. Not when `thinking`, which comes before them, says
 * something else; and not `minimal`, which is off here (spec 4.2) and a grade there. Models outside the catalogue are taken at the
 * caller's word.
 */
function isSaidNatively(
  scan: TopLevelMembers,
  facts: ReasoningFacts | undefined,
  control: ReasoningControl,
): boolean {
  const thinking = scan.find('thinking');
  if (thinking !== undefined && thinking.kind !== 'null') return false;
  if (!NATIVE_REASONING.some((name) => scan.find(name) !== undefined)) return false;
  return facts === undefined || control.kind !== 'off' || !saysMinimal(scan);
}

function saysMinimal(scan: TopLevelMembers): boolean {
  const reasoning = readJson(scan, 'reasoning');
  const effort = isJsonObject(reasoning) ? reasoning['effort'] : undefined;
  return (effort ?? readJson(scan, 'reasoning_effort')) === 'minimal';
}

/** Off, said to a model that cannot be off: its lowest grade, or nothing where it has none (contract section 5). */
function lowest(scan: TopLevelMembers, { efforts }: ReasoningFacts): MemberEdit[] {
  const edits: MemberEdit[] = removals(scan, [...FOREIGN_REASONING, ...NATIVE_REASONING]);
  const [effort] = efforts;
  if (effort !== undefined) edits.push({ set: 'reasoning', json: JSON.stringify({ effort }) });
  return edits;
}

function translate(control: ReasoningControl): Record<string, unknown> | undefined {
  switch (control.kind) {
    case 'absent':
      return undefined;
    case 'off':
      return { enabled: false };
    case 'on':
      return { enabled: true };
    case 'graded':
      return { effort: control.effort };
    case 'budget':
      return { max_tokens: control.maxTokens };
  }
}
