import { InvalidRequestError } from '../lib/gateway-error.js';
import type { TopLevelMembers } from '../wire/json-bytes/scan-top-level.js';
import { isMemberName } from '../wire/json-bytes/is-member-name.js';
import type { Hopper } from '../wire/json-bytes/hopper.js';
import { isKey, walkArray, walkObject } from '../wire/json-bytes/walk-members.js';

/** Tools that provider A runs and that are metered here: dates keep coming (wire notes 5). */
const METERED_TOOL = /^web_(?:search|fetch)_\d{8}$/;
const CUSTOM = 'custom';
const CARRIERS = ['mcp_servers', 'container'];
const MAX_DEPTH = 100;
const MAX_SHOWN_TYPE = 60;
/** Twice what provider A's tool search takes. */
const MAX_TOOLS = 20_000;
const OPEN_BRACE = 0x7b;
const QUOTE = 0x22;
const LETTER_N = 0x6e;

/** Tools beside custom ones that a surface carries: those that are metered, or none at all. */
export type CarriedTools = 'metered' | 'custom-only';

const CARRIED: Readonly<Record<CarriedTools, string>> = {
  metered:
    'Web search (`web_search_<date>`), web fetch (`web_fetch_<date>`) and custom tools (a name with an `input_schema`) are.',
  'custom-only': 'In batches only custom tools (a name with an `input_schema`) are.',
};

/** The request carries something that provider A runs, or defines, beside what the surface carries. */
export class UnsupportedServerToolError extends InvalidRequestError {
  constructor(field: string, what: string, carried: CarriedTools) {
    super({
      code: 'unsupported_server_tool',
      param: field,
      message: `\`${field}\`: ${what} is not carried by this gateway, and nothing was run. ${CARRIED[carried]}`,
    });
  }
}

class TooManyToolsError extends InvalidRequestError {
  constructor() {
    super({ param: 'tools', message: `\`tools\` has more than ${MAX_TOOLS} entries. Send fewer.` });
  }
}

/**
 * Refuses tools by the family of their `type` (spec 4.3, contract 6): what is not custom, web search or web fetch is refused,
 * families to come included. Only the bytes of `tools` are walked; nothing is built.
 * @throws UnsupportedServerToolError, InvalidRequestError (400) naming the field.
 */
export function checkTools(scan: TopLevelMembers, carried: CarriedTools): void {
  for (const name of CARRIERS) {
    const member = scan.find(name);
    if (member !== undefined && member.kind !== 'null')
      throw new UnsupportedServerToolError(name, `\`${name}\``, carried);
  }
  const tools = scan.find('tools');
  if (tools === undefined || tools.kind === 'null') return;
  if (tools.kind !== 'array')
    throw new InvalidRequestError({ param: 'tools', message: '`tools` must be an array of tools.' });
  let index = 0;
  const hop = scan.hopper();
  walkArray(scan.bytes, tools.valueStart, MAX_DEPTH, (bytes, start) => {
    if (index === MAX_TOOLS) throw new TooManyToolsError();
    const end = checkTool(bytes, start, { index, carried, hop });
    index += 1;
    return end;
  });
}

interface ToolPlace {
  readonly index: number;
  readonly carried: CarriedTools;
  readonly hop: Hopper;
}

function checkTool(bytes: Buffer, start: number, { index, carried, hop }: ToolPlace): number {
  if (bytes[start] !== OPEN_BRACE) {
    const field = `tools[${index}]`;
    throw new InvalidRequestError({ param: field, message: `\`${field}\` must be an object.` });
  }
  let hasType = false;
  return walkObject(bytes, start, MAX_DEPTH, (_bytes, keyStart, keyEnd, valueStart) => {
    const valueEnd = hop.value(bytes, valueStart);
    if (!isMemberName(bytes, keyStart, keyEnd, 'type')) return valueEnd;
    const field = `tools[${index}].type`;
    // Two readers might take different ones.
    if (hasType)
      throw new InvalidRequestError({ param: field, message: `\`${field}\` is given twice; give it once.` });
    hasType = true;
    checkType(bytes.subarray(valueStart, valueEnd), field, carried);
    return valueEnd;
  });
}

function checkType(value: Buffer, field: string, carried: CarriedTools): void {
  if (value[0] === LETTER_N || isKey(value, 0, value.length, CUSTOM)) return;
  if (value[0] !== QUOTE)
    throw new InvalidRequestError({ param: field, message: `\`${field}\` must be a string.` });
  const type = JSON.parse(value.toString('utf8')) as string;
  if (type === CUSTOM || (carried === 'metered' && METERED_TOOL.test(type))) return;
  const shown = type.length > MAX_SHOWN_TYPE ? `${type.slice(0, MAX_SHOWN_TYPE)}…` : type;
  throw new UnsupportedServerToolError(field, `the tool type ${JSON.stringify(shown)}`, carried);
}
