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

/** Words of the caller are no program: a tool that runs one gets one that does no harm. */
const RUNS_JAVASCRIPT = /^[^\n.]{0,200}\bJavaScript\b/i;
const HARMLESS_JAVASCRIPT = "/* simulated */ typeof text === 'function' && text('[simulated]');";
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
      parameters: isCustom ? customParameters(toText(tool.description)) : tool.parameters,
    },
  ];
}

function customParameters(description: string): JsonRecord {
  const input = RUNS_JAVASCRIPT.test(description) ? { const: HARMLESS_JAVASCRIPT } : { type: 'string' };
  return { type: 'object', properties: { input }, required: ['input'] };
}
