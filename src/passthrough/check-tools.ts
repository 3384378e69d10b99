import { InvalidRequestError } from '../lib/gateway-error.js';
import type { TopLevelMembers } from '../wire/json-bytes/scan-top-level.js';
import { skipString, skipValue } from '../wire/json-bytes/skip-value.js';
import { walkArray, walkObject } from '../wire/json-bytes/walk-members.js';

/** Tools that provider A runs and that are metered here: dates keep coming (wire notes 5). */
const METERED_TOOL = /^web_(?:search|fetch)_\d{8}$/;
const CUSTOM = 'custom';
const CARRIERS = ['mcp_servers', 'container'];
const MAX_DEPTH = 100;
const MAX_SHOWN_TYPE = 60;
const OPEN_BRACE = 0x7b;
const QUOTE = 0x22;
const LETTER_N = 0x6e;
const BACKSLASH = 0x5c;

/** The request carries something that provider A runs, or defines, beside web search and web fetch. */
export class UnsupportedServerToolError extends InvalidRequestError {
  constructor(field: string, what: string) {
    super({
      code: 'unsupported_server_tool',
      param: field,
      message: `\`${field}\`: ${what} is not carried by this gateway, and nothing was run. Web search (\`web_search_<date>\`), web fetch (\`web_fetch_<date>\`) and custom tools (a name with an \`input_schema\`) are.`,
    });
  }
}

/**
 * Refuses tools by the family of their `type` (spec 4.3, contract 6): what is not custom, web search or web fetch is refused,
 * families to come included. Only the bytes of `tools` are walked; nothing is built.
 * @throws UnsupportedServerToolError, InvalidRequestError (400) naming the field.
 */
export function checkTools(scan: TopLevelMembers): void {
  for (const name of CARRIERS) {
    const member = scan.find(name);
    if (member !== undefined && member.kind !== 'null')
      throw new UnsupportedServerToolError(name, `\`${name}\``);
  }
  const tools = scan.find('tools');
  if (tools === undefined || tools.kind === 'null') return;
  if (tools.kind !== 'array')
    throw new InvalidRequestError({ param: 'tools', message: '`tools` must be an array of tools.' });
  let index = 0;
  walkArray(scan.bytes, tools.valueStart, MAX_DEPTH, (bytes, start) => {
    const end = checkTool(bytes, start, index);
    index += 1;
    return end;
  });
}

function checkTool(bytes: Buffer, start: number, index: number): number {
  if (bytes[start] !== OPEN_BRACE) {
    const field = `tools[${index}]`;
    throw new InvalidRequestError({ param: field, message: `\`${field}\` must be an object.` });
  }
  // A tool that names its type twice is judged by each: two readers might take different ones.
  return walkObject(bytes, start, MAX_DEPTH, (_bytes, keyStart, keyEnd, valueStart) => {
    if (readKey(bytes, keyStart, keyEnd) === 'type') checkType(bytes, valueStart, `tools[${index}].type`);
    return skipValue(bytes, valueStart, MAX_DEPTH);
  });
}

function checkType(bytes: Buffer, start: number, field: string): void {
  if (bytes[start] === LETTER_N) return;
  if (bytes[start] !== QUOTE)
    throw new InvalidRequestError({ param: field, message: `\`${field}\` must be a string.` });
  const type = JSON.parse(bytes.toString('utf8', start, skipString(bytes, start))) as string;
  if (type === CUSTOM || METERED_TOOL.test(type)) return;
  const shown = type.length > MAX_SHOWN_TYPE ? `${type.slice(0, MAX_SHOWN_TYPE)}…` : type;
  throw new UnsupportedServerToolError(field, `the tool type ${JSON.stringify(shown)}`);
}

/** Unescaped: `"t\u0079pe"` is `type` to the provider too. */
function readKey(bytes: Buffer, start: number, end: number): string {
  const written = bytes.toString('utf8', start + 1, end - 1);
  return bytes.subarray(start, end).includes(BACKSLASH) ? (JSON.parse(`"${written}"`) as string) : written;
}
