import { InvalidRequestError } from '../../../../lib/gateway-error.js';
import type { JsonObject } from '../../../exact-json/raw-json.js';
import type { TopLevelMembers } from '../../../json-bytes/scan-top-level.js';
import {
  readArray,
  readString,
  requireObject,
  requireString,
  wrongType,
} from '../../../openai/read-field.js';
import { readSetting } from '../read-settings.js';
import { isWebSearch } from '../tool-types.js';
import { onlyAtProviderB, type ChatTool } from './chat-tools.js';
import type { WireNames } from './wire-names.js';

export interface ChosenTools {
  readonly tools: readonly ChatTool[];
  readonly toolChoice: JsonObject | string | undefined;
}

/**
 * The tools that go up, and the choice among them. A list of allowed tools goes up as the tools that it leaves, which every
 * upstream understands.
 * @throws InvalidRequestError (400) naming a choice of what is not offered, or cannot be forced
 */
export function chooseTools(
  scan: TopLevelMembers,
  offered: ReadonlyMap<string, ChatTool>,
  names: WireNames,
): ChosenTools {
  const choice = readSetting(scan, 'tool_choice');
  const all = [...offered.values()];
  if (choice === undefined || typeof choice === 'string') return chooseMode(all, choice, 'tool_choice');
  const object = requireObject(choice, 'tool_choice');
  if (object['type'] === 'allowed_tools') return chooseAllowed(object, offered, names);
  const name = offeredName(object, { offered, names, place: 'tool_choice' });
  if (name === undefined) throw onlyAtProviderB('tool_choice.type', 'web_search');
  return { tools: all, toolChoice: { type: 'function', function: { name } } };
}

function chooseAllowed(
  choice: JsonObject,
  offered: ReadonlyMap<string, ChatTool>,
  names: WireNames,
): ChosenTools {
  const mode = readString(choice['mode'], 'tool_choice.mode') ?? 'auto';
  if (mode !== 'auto' && mode !== 'required') throw wrongType('tool_choice.mode', '"auto" or "required"');
  const allowed = new Set<string>();
  (readArray(choice['tools'], 'tool_choice.tools') ?? []).forEach((tool, index) => {
    const place = `tool_choice.tools[${index}]`;
    const name = offeredName(requireObject(tool, place), { offered, names, place });
    if (name !== undefined) allowed.add(name);
  });
  const tools = [...offered].filter(([name]) => allowed.has(name)).map(([, tool]) => tool);
  return chooseMode(tools, mode, 'tool_choice.tools');
}

function chooseMode(tools: readonly ChatTool[], mode: string | undefined, place: string): ChosenTools {
  if (tools.length > 0) return { tools, toolChoice: mode };
  if (mode !== 'required') return { tools, toolChoice: undefined };
  throw new InvalidRequestError({
    param: place,
    message: `\`${place}\` demands a call, but none of the tools can be called at the model that was chosen: it is offered functions and custom tools alone.`,
  });
}

interface ChoicePlace {
  readonly offered: ReadonlyMap<string, ChatTool>;
  readonly names: WireNames;
  readonly place: string;
}

/** The wire name of the tool that is named; `undefined` for web search, which is not offered here. */
function offeredName(tool: JsonObject, { offered, names, place }: ChoicePlace): string | undefined {
  const type = requireString(tool['type'], `${place}.type`);
  if (isWebSearch(type)) return undefined;
  if (type !== 'function' && type !== 'custom') throw onlyAtProviderB(`${place}.type`, type);
  const name = requireString(tool['name'], `${place}.name`);
  const namespace = readString(tool['namespace'], `${place}.namespace`);
  const wireName = names.find({ name, namespace });
  if (wireName !== undefined && offered.has(wireName)) return wireName;
  throw new InvalidRequestError({
    param: `${place}.name`,
    message: `\`${place}.name\` names the tool "${name.slice(0, 80)}", which is not in \`tools\`.`,
  });
}
