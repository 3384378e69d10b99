import { invalidRequest } from '../http/simulated-fault.js';
import { isPresent, isRecord, toList, toRecord, toText, type JsonRecord } from '../json-value.js';
import type { ClaudeModelRules } from './claude-model-rules.js';
import { clientToolsOf, toolChoiceOf } from './requested-tools.js';

const TOOL_NAME = /^[a-zA-Z0-9_-]{1,128}$/;
const ROOT_COMBINATORS = ['oneOf', 'anyOf', 'allOf'];

/** @throws SimulatedFault 400 for tools or a tool choice that provider A would refuse. */
export function checkTools(body: JsonRecord, rules: ClaudeModelRules): void {
  const tools = toList(body.tools).map(toRecord);
  const custom = new Set(clientToolsOf(body));
  const names = new Set<string>();
  for (const [index, tool] of tools.entries()) {
    const name = toText(tool.name);
    if (custom.has(tool)) checkCustomTool(tool, index);
    if (names.has(name)) throw invalidRequest('tools: Tool names must be unique.');
    if (name !== '') names.add(name);
  }
  checkToolChoice(body, rules, names);
}

function checkCustomTool(tool: JsonRecord, index: number): void {
  const at = `tools.${index}.custom`;
  if (!TOOL_NAME.test(toText(tool.name))) {
    throw invalidRequest(`${at}.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'`);
  }
  if (!isRecord(tool.input_schema)) throw invalidRequest(`${at}.input_schema: Field required`);
  if (tool.input_schema.type !== 'object')
    throw invalidRequest(`${at}.input_schema.type: Input should be 'object'`);
  const combinator = ROOT_COMBINATORS.find((keyword) => isPresent(toRecord(tool.input_schema)[keyword]));
  if (combinator !== undefined) {
    throw invalidRequest(
      `${at}.input_schema: input_schema does not support ${ROOT_COMBINATORS.join(', ')} at the top level`,
    );
  }
}

function checkToolChoice(body: JsonRecord, rules: ClaudeModelRules, names: Set<string>): void {
  const choice = toolChoiceOf(body);
  if (choice === undefined) return;
  if (names.size === 0 && choice.type !== 'none') {
    throw invalidRequest('tool_choice: may only be specified while providing tools');
  }
  if (!['auto', 'any', 'tool', 'none'].includes(choice.type)) {
    throw invalidRequest(
      "tool_choice: Input tag does not match any of the expected tags: 'auto', 'any', 'tool', 'none'",
    );
  }
  if (choice.type === 'none' && 'disable_parallel_tool_use' in toRecord(body.tool_choice)) {
    throw invalidRequest('tool_choice.none.disable_parallel_tool_use: Extra inputs are not permitted');
  }
  if (choice.type === 'tool' && !names.has(choice.name)) {
    throw invalidRequest(`tool_choice: Tool '${choice.name}' not found in provided tools`);
  }
  const isForced = choice.type === 'any' || choice.type === 'tool';
  if (isForced && !rules.takesForcedToolChoice) {
    throw invalidRequest(`tool_choice: type "${choice.type}" is not supported on this model. Use "auto".`);
  }
  if (isForced && toRecord(body.thinking).type === 'enabled') {
    throw invalidRequest('Thinking may not be enabled when tool_choice forces tool use.');
  }
}
