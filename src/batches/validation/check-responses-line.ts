import { InvalidRequestError } from '../../lib/gateway-error.js';
import { checkPriceOptions } from '../../surface/check-price-options.js';
import { readJson } from '../../wire/json-bytes/read-member.js';
import type { TopLevelMembers } from '../../wire/json-bytes/scan-top-level.js';
import { walkArray } from '../../wire/json-bytes/walk-members.js';
import { scanTopLevel } from '../../wire/json-bytes/scan-top-level.js';
import { skipValue } from '../../wire/json-bytes/skip-value.js';
import { readPositiveInteger } from '../../wire/openai/read-field.js';

/** What refers to something that is kept where the request does not run, or that runs beside the batch. */
const REFERRING_MEMBERS = ['previous_response_id', 'conversation', 'prompt', 'background'];
/** Tools that a provider runs, beside web search (contract-2, section 11). */
const HOSTED_TOOLS = [
  'file_search',
  'code_interpreter',
  'image_generation',
  'mcp',
  'programmatic_tool_calling',
];
const MAX_DEPTH = 100;

/**
 * Mistakes in a `/v1/responses` line that provider B would tell of only when the batch has ended, and what cannot be carried.
 * @throws InvalidRequestError (400) naming the field
 */
export function checkResponsesLine(scan: TopLevelMembers): void {
  checkInput(scan);
  checkPriceOptions(scan, 'chat');
  readPositiveInteger(readJson(scan, 'max_output_tokens'), 'max_output_tokens');
  for (const name of REFERRING_MEMBERS) refuseMember(scan, name);
  checkTools(scan);
}

function checkInput(scan: TopLevelMembers): void {
  const input = scan.find('input');
  if (input?.kind === 'string' || input?.kind === 'array') return;
  throw new InvalidRequestError({
    code: input === undefined ? 'missing_required_parameter' : 'invalid_request',
    param: 'input',
    message: '`input` must be a text or an array of items.',
  });
}

function refuseMember(scan: TopLevelMembers, name: string): void {
  const kind = scan.find(name)?.kind ?? 'null';
  if (kind === 'null' || kind === 'false') return;
  throw new InvalidRequestError({
    code: 'unsupported_parameter',
    param: name,
    message: `\`${name}\` is not supported in a batch. Send the whole \`input\` in the line.`,
  });
}

function checkTools(scan: TopLevelMembers): void {
  const tools = scan.find('tools');
  if (tools?.kind !== 'array') return;
  let index = 0;
  walkArray(scan.bytes, tools.valueStart, MAX_DEPTH, (bytes, start) => {
    const end = skipValue(bytes, start, MAX_DEPTH);
    const type = typeOf(bytes.subarray(start, end));
    if (type !== undefined && HOSTED_TOOLS.includes(type))
      throw new InvalidRequestError({
        code: 'unsupported_tool',
        param: `tools[${index}].type`,
        message: `\`tools[${index}].type\`: \`${type}\` runs at the provider, which is not supported.`,
      });
    index += 1;
    return end;
  });
}

function typeOf(tool: Buffer): string | undefined {
  if (tool[0] !== 0x7b) return undefined;
  const scan = scanTopLevel(tool, { repeatedKeys: 'keep' });
  return scan.find('type')?.kind === 'string' ? (readJson(scan, 'type') as string) : undefined;
}
