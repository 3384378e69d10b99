import type { OfferedTool, RequestedToolChoice } from '../../answers/simulated-prompt.js';
import { isPresent, isRecord, toList, toRecord, toText, type JsonRecord } from '../../json-value.js';
import { toolsOf } from './check-responses-tools.js';

/** A tool that the caller runs, under the name by which the simulated model knows it. */
export interface ResponsesTool extends OfferedTool {
  /** What the caller calls it. */
  ownName: string;
  namespace: string | undefined;
  isCustom: boolean;
}

const CUSTOM_PARAMETERS = {
  type: 'object',
  properties: { input: { type: 'string' } },
  required: ['input'],
};
const WEB_SEARCH = /^web_search/;

/** Functions and custom tools, also of namespaces and in the input, as far as `allowed_tools` lets them be called. */
export function offeredTools(body: JsonRecord): ResponsesTool[] {
  const choice = toRecord(body.tool_choice);
  const tools = toolsOf(body).flatMap((tool) => toOffered(tool, undefined));
  if (choice.type !== 'allowed_tools') return tools;
  const allowed = new Set(toList(choice.tools).map((tool) => toText(toRecord(tool).name)));
  return tools.filter(({ ownName }) => allowed.has(ownName));
}

export function offersWebSearch(body: JsonRecord): boolean {
  return toolsOf(body).some(({ type }) => WEB_SEARCH.test(toText(type)));
}

/** What `tool_choice` says; a hosted tool by its type is named too. */
export function requestedChoice(choice: unknown, tools: readonly ResponsesTool[]): RequestedToolChoice {
  if (choice === 'none') return { kind: 'none' };
  if (choice === 'required') return { kind: 'required' };
  if (!isRecord(choice)) return { kind: 'auto' };
  if (choice.type === 'allowed_tools')
    return choice.mode === 'required' ? { kind: 'required' } : { kind: 'auto' };
  const named = tools.find(({ ownName }) => ownName === choice.name);
  if (named !== undefined) return { kind: 'named', name: named.name };
  return isPresent(choice.type) ? { kind: 'named', name: toText(choice.type) } : { kind: 'auto' };
}

function toOffered(tool: JsonRecord, namespace: string | undefined): ResponsesTool[] {
  const name = toText(tool.name);
  if (tool.type === 'namespace')
    return toList(tool.tools).flatMap((inner) => toOffered(toRecord(inner), name));
  if (tool.type !== 'function' && tool.type !== 'custom') return [];
  const isCustom = tool.type === 'custom';
  return [
    {
      name: namespace === undefined ? name : `${namespace}__${name}`,
      ownName: name,
      namespace,
      isCustom,
      description: toText(tool.description),
      parameters: isCustom ? CUSTOM_PARAMETERS : tool.parameters,
    },
  ];
}
