import { InvalidRequestError } from '../../../lib/gateway-error.js';
import { isJsonObject, type JsonObject } from '../../exact-json/raw-json.js';
import { readJson, readNumber, readString } from '../../json-bytes/read-member.js';
import type { TopLevelMembers } from '../../json-bytes/scan-top-level.js';
import { readArray, requireString, wrongType } from '../../openai/read-field.js';
import { readReasoningControl, type ReasoningControl } from '../../openai/read-reasoning-control.js';

/** Settings of a few words: nothing that anyone means is larger. */
const MAX_SETTING_BYTES = 262_144;
const OPTIONAL = { nullIs: 'absent' } as const;
const ENCRYPTED_REASONING = 'reasoning.encrypted_content';
const MAX_TEMPERATURE = 2;

/**
 * A member of a few words as it was parsed; `undefined` when it is absent or null.
 * @throws InvalidRequestError (400) when it is too large to be one
 */
export function readSetting(scan: TopLevelMembers, name: string): unknown {
  const member = scan.find(name);
  if (member === undefined || member.kind === 'null') return undefined;
  if (member.valueEnd - member.valueStart > MAX_SETTING_BYTES)
    throw new InvalidRequestError({
      param: name,
      message: `\`${name}\` takes more than ${MAX_SETTING_BYTES} bytes. Make it shorter.`,
    });
  return readJson(scan, name);
}

/** @throws InvalidRequestError (400) */
export function readOutputLimit(scan: TopLevelMembers): number | undefined {
  const limit = readNumber(scan, 'max_output_tokens', OPTIONAL);
  if (limit !== undefined && (!Number.isSafeInteger(limit) || limit < 1))
    throw wrongType('max_output_tokens', 'a whole number of at least 1');
  return limit;
}

/** What `reasoning.effort` says. @throws InvalidRequestError (400) */
export function readEffortControl(scan: TopLevelMembers): ReasoningControl {
  const reasoning = readSetting(scan, 'reasoning');
  const effort = isJsonObject(reasoning) ? reasoning['effort'] : undefined;
  return effort === undefined ? { kind: 'absent' } : readReasoningControl({ reasoning: { effort } });
}

/** Whether `include` asks for encrypted reasoning. @throws InvalidRequestError (400) for entries that are no text */
export function readInclude(scan: TopLevelMembers): boolean {
  const include = readArray(readSetting(scan, 'include'), 'include');
  if (include === undefined) return false;
  return include
    .map((entry, index) => requireString(entry, `include[${index}]`))
    .includes(ENCRYPTED_REASONING);
}

/** @throws InvalidRequestError (400) for values that no model takes */
export function checkRanges(scan: TopLevelMembers): void {
  checkRange(scan, 'temperature', MAX_TEMPERATURE);
  checkRange(scan, 'top_p', 1);
  const truncation = readString(scan, 'truncation', OPTIONAL) ?? 'disabled';
  if (truncation !== 'auto' && truncation !== 'disabled')
    throw wrongType('truncation', '`disabled` or `auto`');
}

function checkRange(scan: TopLevelMembers, name: string, maximum: number): void {
  const value = readNumber(scan, name, OPTIONAL);
  if (value !== undefined && (value < 0 || value > maximum))
    throw wrongType(name, `a number from 0 to ${maximum}`);
}

/** Where a forced choice of tools is at fault, or what it asks for. */
export interface ChosenTool {
  /** `tool_choice.tools[2].type`. */
  readonly field: string;
  readonly type: string;
}

/**
 * The types of tools that `tool_choice` names, in its order; none for a mode.
 * @throws InvalidRequestError (400) naming the place
 */
export function readChosenTools(scan: TopLevelMembers): readonly ChosenTool[] {
  const choice = readSetting(scan, 'tool_choice');
  if (choice === undefined) return [];
  if (typeof choice === 'string') {
    if (choice !== 'auto' && choice !== 'none' && choice !== 'required') throw wrongChoice();
    return [];
  }
  if (!isJsonObject(choice)) throw wrongChoice();
  const type = requireString(choice['type'], 'tool_choice.type');
  if (type !== 'allowed_tools') return [chosen(choice, type, 'tool_choice')];
  const tools = readArray(choice['tools'], 'tool_choice.tools');
  if (tools === undefined) throw wrongType('tool_choice.tools', 'an array of tools');
  return tools.map((tool, index) => {
    const place = `tool_choice.tools[${index}]`;
    if (!isJsonObject(tool)) throw wrongType(place, 'an object');
    return chosen(tool, requireString(tool['type'], `${place}.type`), place);
  });
}

function chosen(tool: JsonObject, type: string, place: string): ChosenTool {
  if (type === 'function' || type === 'custom') requireString(tool['name'], `${place}.name`);
  return { field: `${place}.type`, type };
}

function wrongChoice(): InvalidRequestError {
  return wrongType(
    'tool_choice',
    '"auto", "none", "required", a tool of the request such as {"type": "function", "name": "…"}, or allowed_tools',
  );
}
