import { InvalidRequestError } from '../../../../lib/gateway-error.js';
import type { JsonObject, RawBytes, RawJson } from '../../../exact-json/raw-json.js';
import type { ToChatInput } from '../chat-form.js';
import type { SeenPart } from '../input-list.js';
import { rawJson } from './raw-text.js';

/** A part of a message in the words of chat completions; `place` is its own in the caller's. */
export type ChatPart =
  | { readonly kind: 'text'; readonly place: string; readonly text: RawJson | RawBytes }
  /** A picture, a file or sound, as a part of its own. */
  | { readonly kind: 'media'; readonly place: string; readonly part: JsonObject };

/** What chat completions know; the Responses API has finer ones. */
const DETAILS: ReadonlySet<string> = new Set(['auto', 'low', 'high']);

/**
 * @param place of the part in the caller's words
 * @throws InvalidRequestError (400) naming what the upstream cannot be told
 */
export function toChatPart(
  bytes: Buffer,
  { members }: SeenPart,
  { place, upstream }: { readonly place: string; readonly upstream: ToChatInput['upstream'] },
): ChatPart {
  const type = members.word(bytes, 'type') ?? '';
  const raw = (name: string): RawJson | RawBytes | undefined => {
    const range = members.range(bytes, name);
    return range && rawJson(bytes, range);
  };
  const required = (name: string): RawJson | RawBytes => {
    const value = raw(name);
    if (value === undefined) throw refused(`${place}.${name}`, 'is missing');
    return value;
  };
  switch (type) {
    case 'input_text':
    case 'output_text':
    case 'text':
      return { kind: 'text', place, text: required('text') };
    case 'refusal':
      return { kind: 'text', place, text: required('refusal') };
    case 'input_image': {
      if (members.has(bytes, 'file_id')) throw keptElsewhere(`${place}.file_id`, '`image_url` as a data URL');
      const detail = members.word(bytes, 'detail');
      const known = detail === undefined || DETAILS.has(detail) ? detail : 'high';
      return {
        kind: 'media',
        place,
        part: { type: 'image_url', image_url: { url: required('image_url'), detail: known } },
      };
    }
    case 'input_file': {
      if (members.has(bytes, 'file_id')) throw keptElsewhere(`${place}.file_id`, '`file_data` as a data URL');
      const url = raw('file_url');
      // Provider A fetches files, and is told of an address in the place of their data.
      if (url !== undefined && upstream !== 'provider_a')
        throw refused(
          `${place}.file_url`,
          'cannot be used with this model: send the file itself in `file_data`',
        );
      const data = url ?? required('file_data');
      return {
        kind: 'media',
        place,
        part: { type: 'file', file: { file_data: data, filename: raw('filename') } },
      };
    }
    case 'input_audio':
      return { kind: 'media', place, part: { type: 'input_audio', input_audio: required('input_audio') } };
    default:
      throw refused(
        `${place}.type`,
        `is ${JSON.stringify(type.slice(0, 60))}, which this model cannot be told: it takes input_text, input_image and input_file`,
      );
  }
}

function keptElsewhere(param: string, instead: string): InvalidRequestError {
  return refused(param, `cannot be used with this model, which knows no files by their id: send ${instead}`);
}

function refused(param: string, what: string): InvalidRequestError {
  return new InvalidRequestError({ param, message: `\`${param}\` ${what}.` });
}
