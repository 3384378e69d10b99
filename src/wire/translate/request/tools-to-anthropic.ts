import { InvalidRequestError } from '../../../lib/gateway-error.js';
import type { Steps } from '../../../lib/steps.js';
import type { AnthropicModelRules } from '../../anthropic/model-rules.js';
import type { RequestTool, RequestToolChoice } from '../../anthropic/messages-request.js';
import type { JsonObject } from '../../exact-json/raw-json.js';
import {
  readArray,
  readBoolean,
  readObject,
  readString,
  requireObject,
  requireString,
  wrongType,
} from '../../openai/read-field.js';
import { readCacheControl } from './read-cache-control.js';
import type { StrictBudget } from './strict-budget.js';
import { toStrictSchema, type StrictSchema } from './strict-schema.js';
import { toInputSchema } from './tool-schema.js';

export interface TranslatedTools {
  readonly tools?: readonly RequestTool[];
  readonly toolChoice?: RequestToolChoice;
  /** True when the caller forced a tool and the model gets `auto` instead (spec 4.2, retry 3). */
  readonly toolChoiceChanged: boolean;
  readonly legacyFunctions: boolean;
}

/** A tool that was read: whether it can be strict is decided over all that are sent. */
interface ReadTool {
  readonly tool: RequestTool;
  /** The schema by which it would be strict. */
  readonly strict: StrictSchema | undefined;
}

/** What the caller asked of the model; `only` names the tools that may be sent. */
interface ToolDemand {
  readonly type: 'auto' | 'any' | 'tool' | 'none' | 'unsaid';
  readonly only?: readonly string[];
}

const TOOL_NAME = /^[a-zA-Z0-9_-]{1,128}$/;

/**
 * Translates `tools`, `tool_choice`, `parallel_tool_calls` and their legacy forms (wire notes 1.2).
 * `forcingRefused`: this call cannot force a tool, by the model or because of manual thinking. `budget`: what
 * their schemas may ask for together; tools that do not fit go up without `strict`.
 * @throws InvalidRequestError naming the tool or choice at fault.
 */
export function* translateTools(
  body: JsonObject,
  rules: AnthropicModelRules,
  { forcingRefused, budget }: { forcingRefused: boolean; budget: StrictBudget },
): Steps<TranslatedTools> {
  const tools = yield* readTools(body, rules);
  // The legacy form of an answer has room for one call.
  const legacyFunctions = asksForLegacyFunctions(body);
  const serial = readBoolean(body.parallel_tool_calls, 'parallel_tool_calls') === false || legacyFunctions;
  if (tools.length === 0) return { toolChoiceChanged: false, legacyFunctions };
  const demand = readDemand(body);
  const names = new Set(tools.map(({ tool }) => tool.name));
  const missing = demand.only?.find((name) => !names.has(name));
  if (missing !== undefined) throw unknownTool(missing, body);
  const toolChoiceChanged = forcingRefused && (demand.type === 'any' || demand.type === 'tool');
  const narrowed =
    demand.type !== 'tool' || toolChoiceChanged ? demand.only && new Set(demand.only) : undefined;
  const sent = narrowed ? tools.filter(({ tool }) => narrowed.has(tool.name)) : tools;
  return {
    tools: sent.map((tool) => withinBudget(tool, budget)),
    toolChoice: toToolChoice(toolChoiceChanged ? { type: 'auto' } : demand, serial),
    toolChoiceChanged,
    legacyFunctions,
  };
}

function toToolChoice({ type, only }: ToolDemand, serial: boolean): RequestToolChoice | undefined {
  const parallel = serial ? ({ disable_parallel_tool_use: true } as const) : {};
  switch (type) {
    case 'none':
      return { type };
    case 'tool':
      return { type, name: only?.[0] ?? '', ...parallel };
    case 'auto':
    case 'any':
      return { type, ...parallel };
    case 'unsaid':
      return serial ? { type: 'auto', ...parallel } : undefined;
  }
}

/** The request speaks of `functions` and not of `tools`: its answer carries `function_call`. */
export function asksForLegacyFunctions({ tools, functions }: JsonObject): boolean {
  return Array.isArray(functions) && functions.length > 0 && !(Array.isArray(tools) && tools.length > 0);
}

function withinBudget({ tool, strict }: ReadTool, budget: StrictBudget): RequestTool {
  if (strict === undefined || !budget.takeTool(strict)) return tool;
  return { ...tool, input_schema: strict.schema, strict: true };
}

function* readTools(body: JsonObject, rules: AnthropicModelRules): Steps<ReadTool[]> {
  const tools = yield* readEach(readArray(body.tools, 'tools') ?? [], (tool, index) =>
    readTool(tool, `tools[${index}]`, rules),
  );
  const functions = yield* readEach(readArray(body.functions, 'functions') ?? [], (item, index) =>
    toTool(requireObject(item, `functions[${index}]`), {}, `functions[${index}]`, rules),
  );
  // Who sends both, for old and new servers, mostly means the same tools twice.
  const names = new Set(tools.map(({ tool }) => tool.name));
  return [...tools, ...functions.filter(({ tool }) => !names.has(tool.name))];
}

function* readEach(
  list: readonly unknown[],
  read: (item: unknown, index: number) => ReadTool,
): Steps<ReadTool[]> {
  const tools: ReadTool[] = [];
  for (const [index, item] of list.entries()) {
    tools.push(read(item, index));
    // Its schema may be large, too.
    yield;
  }
  return tools;
}

function unknownTool(name: string, { tool_choice: toolChoice }: JsonObject): InvalidRequestError {
  const isLegacy = toolChoice === undefined || toolChoice === null;
  const [param, list] = isLegacy ? ['function_call', 'functions'] : ['tool_choice', 'tools'];
  return new InvalidRequestError({
    param,
    message: `\`${param}\` names the tool "${name.slice(0, 80)}", which is not in \`${list}\`.`,
  });
}

function readTool(value: unknown, param: string, rules: AnthropicModelRules): ReadTool {
  const tool = requireObject(value, param);
  if (tool.type !== 'function' && !(tool.type === undefined && tool.function !== undefined)) {
    throw new InvalidRequestError({
      param: `${param}.type`,
      message: `\`${param}.type\`: this model takes only tools of type "function"; describe the tool with a JSON schema instead.`,
    });
  }
  return toTool(requireObject(tool.function, `${param}.function`), tool, `${param}.function`, rules);
}

function toTool(
  definition: JsonObject,
  wrapper: JsonObject,
  param: string,
  rules: AnthropicModelRules,
): ReadTool {
  const name = requireString(definition.name, `${param}.name`);
  if (!TOOL_NAME.test(name))
    throw wrongType(`${param}.name`, 'one to 128 letters, digits, underscores and hyphens');
  const description = readString(definition.description, `${param}.description`);
  const inputSchema = toInputSchema(readParameters(definition, param));
  const cacheControl =
    readCacheControl(wrapper.cache_control, `${param.replace(/\.function$/, '')}.cache_control`) ??
    readCacheControl(definition.cache_control, `${param}.cache_control`);
  // A strict tool's schema has the limits of structured outputs; where it cannot keep them, strictness goes, not the tool.
  const asksStrict = readBoolean(definition.strict, `${param}.strict`) === true;
  const tool = {
    name,
    ...(description && { description }),
    input_schema: inputSchema,
    ...(cacheControl && { cache_control: cacheControl }),
  };
  return { tool, strict: asksStrict && rules.structuredOutputs ? toStrictSchema(inputSchema) : undefined };
}

function readParameters(definition: JsonObject, param: string): JsonObject | undefined {
  const parameters = readObject(definition.parameters, `${param}.parameters`);
  const type = parameters?.type ?? 'object';
  if (type === 'object' || (Array.isArray(type) && type.includes('object'))) return parameters;
  throw wrongType(`${param}.parameters.type`, '"object": the arguments of a call are an object');
}

function readDemand(body: JsonObject): ToolDemand {
  const choice = body.tool_choice ?? undefined;
  if (choice === undefined) return readLegacyDemand(body.function_call ?? undefined);
  if (choice === 'auto' || choice === 'none') return { type: choice };
  if (choice === 'required' || choice === 'any') return { type: 'any' };
  if (typeof choice === 'string') throw wrongChoice();
  const object = requireObject(choice, 'tool_choice');
  if (object.type === 'allowed_tools') return readAllowedTools(object);
  if (object.type !== 'function' && object.function === undefined) throw wrongChoice();
  const named = requireObject(object.function, 'tool_choice.function');
  return { type: 'tool', only: [requireString(named.name, 'tool_choice.function.name')] };
}

function readLegacyDemand(choice: unknown): ToolDemand {
  if (choice === undefined) return { type: 'unsaid' };
  if (choice === 'auto' || choice === 'none') return { type: choice };
  return {
    type: 'tool',
    only: [requireString(requireObject(choice, 'function_call').name, 'function_call.name')],
  };
}

function readAllowedTools(choice: JsonObject): ToolDemand {
  const allowed = readObject(choice.allowed_tools, 'tool_choice.allowed_tools') ?? choice;
  const items = readArray(allowed.tools, 'tool_choice.allowed_tools.tools') ?? [];
  const only = items.map((item, index) => {
    const param = `tool_choice.allowed_tools.tools[${index}]`;
    const tool = requireObject(item, param);
    return requireString(
      (readObject(tool.function, `${param}.function`) ?? tool).name,
      `${param}.function.name`,
    );
  });
  const mode = readString(allowed.mode, 'tool_choice.allowed_tools.mode') ?? 'auto';
  if (mode !== 'auto' && mode !== 'required')
    throw wrongType('tool_choice.allowed_tools.mode', '"auto" or "required"');
  if (only.length === 0) throw wrongType('tool_choice.allowed_tools.tools', 'a list of at least one tool');
  return { type: mode === 'required' ? 'any' : 'auto', only };
}

function wrongChoice(): InvalidRequestError {
  return wrongType('tool_choice', '"none", "auto", "required", a named function or allowed_tools');
}
