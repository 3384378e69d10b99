import { InvalidRequestError } from '../../../lib/gateway-error.js';
import { checkToolList } from './check-tool-list.js';
import type { SeenItem, SeenPart } from './input-list.js';
import { isProviderBType, isSharedType, type SharedItemType } from './item-types.js';

const ROLES: ReadonlySet<string> = new Set(['user', 'assistant', 'system', 'developer']);
const QUOTE = 0x22;
/** The bytes of `""`. */
const EMPTY_TEXT = 2;
const OPEN_BRACKET = 0x5b;
/** Members of parts that are texts wherever they stand. */
const PART_TEXTS = ['text', 'refusal', 'image_url', 'file_url', 'file_id', 'file_data', 'filename'];
const MAX_SHOWN_TYPE = 60;

/**
 * Refuses items that are none of the API, or that lack what makes them one.
 * @param type as `typeOfItem` tells it
 * @throws InvalidRequestError (400) naming the place; UnsupportedToolError for tools that they carry
 */
export function checkItem(bytes: Buffer, item: SeenItem, type: string | undefined): void {
  const place = `input[${item.index}]`;
  const { members } = item;
  if (!item.isObject) throw refused(place, 'must be an object');
  if (members.twice !== undefined) throw refused(`${place}.${members.twice}`, 'is given twice; give it once');
  if (type === undefined) throw refused(`${place}.type`, 'is missing: say what kind of item it is');
  // What carries tools under whatever name is looked into, so that none is carried unseen.
  if (item.tools !== undefined && type !== 'mcp_list_tools')
    checkToolList(item.tools.tools, `${place}.tools`);
  if (isSharedType(type)) checkShared(bytes, item, type);
  else if (!isProviderBType(type))
    throw refused(`${place}.type`, `is ${shown(type)}, which is no type of an input item`);
}

function checkShared(bytes: Buffer, item: SeenItem, type: SharedItemType): void {
  switch (type) {
    case 'message':
      if (!ROLES.has(item.members.word(bytes, 'role') ?? ''))
        throw refused(placeIn(item, 'role'), 'must be `user`, `assistant`, `system` or `developer`');
      requireTextOrList(bytes, item, 'content');
      return;
    case 'function_call':
      requireTexts(bytes, item, ['call_id', 'name', 'arguments']);
      requireSaid(item, ['call_id', 'name']);
      return;
    case 'custom_tool_call':
      requireTexts(bytes, item, ['call_id', 'name', 'input']);
      requireSaid(item, ['call_id', 'name']);
      return;
    case 'function_call_output':
    case 'custom_tool_call_output':
      requireTexts(bytes, item, ['call_id']);
      requireSaid(item, ['call_id']);
      requireTextOrList(bytes, item, 'output');
      return;
    case 'reasoning':
      if (item.members.has(bytes, 'encrypted_content')) requireTexts(bytes, item, ['encrypted_content']);
      return;
    case 'item_reference':
      requireTexts(bytes, item, ['id']);
      return;
    case 'additional_tools':
      if (item.tools === undefined) throw refused(placeIn(item, 'tools'), 'must be an array of tools');
      return;
  }
}

/** Refuses a part whose members hold something else than text. @throws InvalidRequestError (400) naming the place */
export function checkPart(bytes: Buffer, { item, list, index, isObject, members }: SeenPart): void {
  if (!isObject) throw refused(`input[${item}].${list}[${index}]`, 'must be an object with a `type`');
  for (const name of PART_TEXTS) {
    if (!members.has(bytes, name) || members.isText(bytes, name)) continue;
    const way = name === 'image_url' ? 'a string: the address itself, or a data URL' : 'a string';
    throw refused(`input[${item}].${list}[${index}].${name}`, `must be ${way}`);
  }
}

function requireTexts(bytes: Buffer, item: SeenItem, names: readonly string[]): void {
  for (const name of names)
    if (!item.members.isText(bytes, name)) throw refused(placeIn(item, name), 'must be a string');
}

/** Of members that are texts. */
function requireSaid(item: SeenItem, names: readonly string[]): void {
  for (const name of names)
    if (item.members.end(name) - item.members.start(name) === EMPTY_TEXT)
      throw refused(placeIn(item, name), 'is empty');
}

function requireTextOrList(bytes: Buffer, item: SeenItem, name: string): void {
  const first = bytes[item.members.start(name)];
  if (first !== QUOTE && first !== OPEN_BRACKET)
    throw refused(placeIn(item, name), 'must be a string or an array of parts');
}

function placeIn({ index }: SeenItem, name: string): string {
  return `input[${index}].${name}`;
}

function shown(type: string): string {
  return JSON.stringify(type.length > MAX_SHOWN_TYPE ? `${type.slice(0, MAX_SHOWN_TYPE)}…` : type);
}

function refused(param: string, what: string): InvalidRequestError {
  return new InvalidRequestError({ param, message: `\`${param}\` ${what}.` });
}
