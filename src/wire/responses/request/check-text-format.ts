import { InvalidRequestError } from '../../../lib/gateway-error.js';
import type { Steps } from '../../../lib/steps.js';
import type { TopLevelMembers } from '../../json-bytes/scan-top-level.js';
import { startsWithWord } from '../../json-bytes/walk-members.js';
import { visitInSteps } from '../../json-bytes/visit-in-steps.js';
import { wrongType } from '../../openai/read-field.js';
import { checkWord, unknownMember } from './check-settings.js';
import { OnlyNamedMembers } from './named-members.js';

const OPEN_BRACE = 0x7b;
const FORMAT_NAME = /^[\w-]{1,64}$/;
const FORMATS: ReadonlySet<string> = new Set(['text', 'json_object', 'json_schema']);

/** Where the members of `text` are. */
export interface TextMembers {
  readonly text: OnlyNamedMembers;
  readonly format: OnlyNamedMembers;
}

/** Finds the members of `text` and of its `format`; a schema may be large, and is hopped over. */
export function* findTextMembers(scan: TopLevelMembers): Steps<TextMembers> {
  const format = new OnlyNamedMembers(['type', 'name', 'description', 'schema', 'strict', 'json_schema']);
  const text = new OnlyNamedMembers(['format', 'verbosity'], {
    format: (bytes, start) => (bytes[start] === OPEN_BRACE ? format : undefined),
  });
  const member = scan.find('text');
  if (member?.kind === 'object') yield* visitInSteps(scan.bytes, member.valueStart, scan.hopper(), text);
  return { text, format };
}

/** @throws InvalidRequestError (400) naming the field of `text` that cannot be meant */
export function* checkTextFormat(scan: TopLevelMembers): Steps<void> {
  if (scan.find('text')?.kind !== 'object') return;
  const { bytes } = scan;
  const { text, format } = yield* findTextMembers(scan);
  if (text.other !== undefined) throw unknownMember('text', text.other);
  if (text.has(bytes, 'verbosity'))
    checkWord(text.word(bytes, 'verbosity'), ['low', 'medium', 'high'], 'text.verbosity');
  if (!text.has(bytes, 'format')) return;
  if (bytes[text.start('format')] !== OPEN_BRACE) throw wrongType('text.format', 'an object');
  const type = format.word(bytes, 'type') ?? '';
  if (!FORMATS.has(type)) throw wrongType('text.format.type', '"text", "json_object" or "json_schema"');
  if (format.other !== undefined) throw unknownMember('text.format', format.other);
  if (type !== 'json_schema') return;
  if (format.has(bytes, 'json_schema') && !format.has(bytes, 'schema'))
    throw new InvalidRequestError({
      param: 'text.format.json_schema',
      message:
        '`text.format.json_schema` is the form of chat completions: here `name`, `schema` and `strict` stand in `text.format` itself.',
    });
  if (!FORMAT_NAME.test(format.word(bytes, 'name') ?? ''))
    throw wrongType('text.format.name', 'a name of at most 64 letters, digits, `_` and `-`');
  if (format.has(bytes, 'description') && !format.isText(bytes, 'description'))
    throw wrongType('text.format.description', 'a string');
  if (format.has(bytes, 'strict') && !isSwitch(bytes, format.start('strict')))
    throw wrongType('text.format.strict', 'true or false');
  if (bytes[format.start('schema')] !== OPEN_BRACE) throw wrongType('text.format.schema', 'an object');
}

function isSwitch(bytes: Buffer, start: number): boolean {
  return startsWithWord(bytes, start, 'true') || startsWithWord(bytes, start, 'false');
}
