import { invalidRequest } from '../../http/simulated-fault.js';
import { isPresent, isRecord, toList, toRecord, toText, type JsonRecord } from '../../json-value.js';
import { checkStrictSchema } from '../check-response-format.js';

const TOOL_NAME = /^[a-zA-Z0-9_-]{1,64}$/;
const NAMED_TYPES: readonly string[] = ['function', 'custom', 'namespace'];
const HOSTED_TYPES =
  /^(?:web_search(?:_preview)?(?:_\d{4}_\d{2}_\d{2})?|file_search|code_interpreter|image_generation|mcp|computer(?:_use_preview)?|local_shell|shell|apply_patch|tool_search|programmatic_tool_calling)$/;
const CHOICES = ['none', 'auto', 'required'];

/** @throws SimulatedFault 400 that names the tool. */
export function checkResponsesTools(body: JsonRecord): void {
  if (isPresent(body.tools)) checkTools(body.tools, 'tools');
  checkChoice(body.tool_choice, namesOf(toolsOf(body)));
}

/** Tools of the request and those that stand in its input. */
export function toolsOf(body: JsonRecord): JsonRecord[] {
  const inInput = toList(body.input)
    .map(toRecord)
    .filter(({ type }) => type === 'additional_tools')
    .flatMap(({ tools }) => toList(tools));
  return [...toList(body.tools), ...inInput].map(toRecord);
}

/** @throws SimulatedFault 400 that names the tool by its place under `at`. */
export function checkTools(tools: unknown, at: string): void {
  if (!Array.isArray(tools))
    throw invalidRequest(`Invalid type for '${at}': expected an array.`, at, 'invalid_type');
  for (const [index, tool] of (tools as unknown[]).entries()) checkTool(toRecord(tool), `${at}[${index}]`);
}

function checkTool(tool: JsonRecord, at: string): void {
  const type = toText(tool.type);
  if (HOSTED_TYPES.test(type)) return;
  if (!NAMED_TYPES.includes(type))
    throw invalidRequest(
      type === '' ? `Missing required parameter: '${at}.type'.` : `Invalid value: '${type}'.`,
      `${at}.type`,
      type === '' ? 'missing_required_parameter' : 'invalid_value',
    );
  const name = toText(tool.name);
  if (name === '')
    throw invalidRequest(
      `Missing required parameter: '${at}.name'.`,
      `${at}.name`,
      'missing_required_parameter',
    );
  if (!TOOL_NAME.test(name))
    throw invalidRequest(
      `Invalid '${at}.name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.`,
      `${at}.name`,
      'invalid_value',
    );
  if (type === 'namespace') checkTools(tool.tools, `${at}.tools`);
  if (type === 'function') checkParameters(tool, name, at);
}

function checkParameters(tool: JsonRecord, name: string, at: string): void {
  const { parameters } = tool;
  if (!isPresent(parameters)) return;
  if (!isRecord(parameters) || parameters.type !== 'object')
    throw invalidRequest(
      `Invalid schema for function '${name}': schema must be of type "object".`,
      `${at}.parameters`,
      'invalid_function_parameters',
    );
  if (tool.strict === true) checkStrictSchema(name, parameters, `${at}.parameters`);
}

function namesOf(tools: readonly JsonRecord[]): Set<string> {
  return new Set(
    tools.flatMap(({ type, name, tools: inner }) =>
      type === 'namespace' ? [...namesOf(toList(inner).map(toRecord))] : [toText(name) || toText(type)],
    ),
  );
}

function checkChoice(choice: unknown, names: ReadonlySet<string>): void {
  if (!isPresent(choice)) return;
  if (typeof choice === 'string') {
    if (!CHOICES.includes(choice))
      throw invalidRequest(
        `Invalid value: '${choice}'. Supported values are: 'none', 'auto', and 'required'.`,
        'tool_choice',
        'invalid_value',
      );
    if (choice === 'required' && names.size === 0)
      throw invalidRequest("Tool choice 'required' must be specified with 'tools' parameter.", 'tool_choice');
    return;
  }
  const { type, name } = toRecord(choice);
  if (type === 'allowed_tools') return;
  const wanted = toText(name) || toText(type);
  if (!names.has(wanted))
    throw invalidRequest(`Tool choice '${wanted}' not found in 'tools' parameter.`, 'tool_choice');
}
