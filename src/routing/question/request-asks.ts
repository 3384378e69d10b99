import { readNumber, readString } from '../../wire/json-bytes/read-member.js';
import type { JsonMember, TopLevelMembers } from '../../wire/json-bytes/scan-top-level.js';
import type { ChatView, MediaKind } from '../../wire/openai/chat-view.js';

/** What not every model can do, or not every provider. */
export type Need =
  | 'images'
  | 'files'
  | 'file_ids'
  | 'audio'
  | 'tools'
  | 'custom_tools'
  | 'json_schema'
  | 'choices'
  | 'logprobs'
  | 'logit_bias'
  | 'prediction'
  | 'verbosity'
  /** Custom tools, where every upstream but some models of provider B is asked for them as functions. */
  | 'free_text_tools'
  | 'file_urls'
  /** Something that provider B's models alone understand. */
  | 'provider_b';

/** A need and the field of the body that has it. */
export interface Ask {
  readonly need: Need;
  readonly field: string;
}

export const NEED_OF_MEDIA: Readonly<Record<MediaKind, Need>> = {
  image: 'images',
  file: 'files',
  file_id: 'file_ids',
  audio: 'audio',
};

/**
 * What a chat body asks of the model beside text. Fields that are wrong in themselves ask for nothing: they go up, and the
 * provider says what is wrong with them.
 */
export function readAsks(scan: TopLevelMembers, view: ChatView): Ask[] {
  const asks: Ask[] = [];
  for (const kind of view.mediaKinds) asks.push({ need: NEED_OF_MEDIA[kind], field: 'messages' });
  if (view.tools.length > 0)
    asks.push({ need: 'tools', field: scan.find('tools') === undefined ? 'functions' : 'tools' });
  if (view.hasCustomTools) asks.push({ need: 'custom_tools', field: 'tools' });
  if (view.responseFormat?.type === 'json_schema')
    asks.push({ need: 'json_schema', field: 'response_format' });
  for (const [field, need, asksFor] of MEMBERS) {
    const member = scan.find(field);
    if (member !== undefined && member.kind !== 'null' && asksFor(scan, member)) asks.push({ need, field });
  }
  return asks;
}

const MEMBERS: readonly (readonly [
  field: string,
  need: Need,
  asksFor: (scan: TopLevelMembers, member: JsonMember) => boolean,
])[] = [
  ['n', 'choices', isAbove(1)],
  ['logprobs', 'logprobs', (_, { kind }) => kind === 'true'],
  ['top_logprobs', 'logprobs', isAbove(0)],
  ['logit_bias', 'logit_bias', (scan, member) => member.kind === 'object' && !isEmpty(scan, member)],
  ['modalities', 'audio', (scan, member) => textOf(scan, member).includes('"audio"')],
  ['audio', 'audio', (_, { kind }) => kind === 'object'],
  ['prediction', 'prediction', (_, { kind }) => kind === 'object'],
  [
    'verbosity',
    'verbosity',
    (scan, { kind }) => kind === 'string' && readString(scan, 'verbosity') !== USUAL_VERBOSITY,
  ],
];

/** What every model of provider B takes. */
export const USUAL_VERBOSITY = 'medium';

function isAbove(bound: number): (scan: TopLevelMembers, member: JsonMember) => boolean {
  return (scan, { kind, name }) => kind === 'number' && (readNumber(scan, name) ?? bound) > bound;
}

function isEmpty(scan: TopLevelMembers, member: JsonMember): boolean {
  return textOf(scan, member).slice(1, -1).trim() === '';
}

function textOf({ bytes }: TopLevelMembers, { valueStart, valueEnd }: JsonMember): string {
  return bytes.toString('utf8', valueStart, Math.min(valueEnd, valueStart + LOOKED_AT_BYTES));
}

/** Of a field that names a few words. */
const LOOKED_AT_BYTES = 1_024;
