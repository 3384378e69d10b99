import { InvalidRequestError } from '../../../lib/gateway-error.js';
import type { SeenTool, SeenTools } from './tool-list.js';
import { isDefinedTool, isUncarried } from './tool-types.js';

const MAX_SHOWN_TYPE = 60;
/** A shell that the caller runs; any other runs in a container of the provider's. */
const OWN_ENVIRONMENT = 'local';

/** The request offers, or forces, a tool that runs at the provider and that is not carried. */
export class UnsupportedToolError extends InvalidRequestError {
  constructor(field: string, type: string) {
    const shown = type.length > MAX_SHOWN_TYPE ? `${type.slice(0, MAX_SHOWN_TYPE)}…` : type;
    super({
      code: 'unsupported_tool',
      param: field,
      message: `\`${field}\`: the tool type ${JSON.stringify(shown)} is not carried by this gateway, and nothing was run. Take it out; \`function\`, \`custom\`, \`namespace\`, \`web_search\` and the tools that you run yourself are carried, so offer a function that does the same.`,
    });
  }
}

/**
 * Refuses tools that run at a provider, web search excepted, also those inside namespaces; and tools that are none.
 * @throws UnsupportedToolError, InvalidRequestError (400) naming the field.
 */
export function checkToolList(tools: SeenTools, list: string): void {
  tools.forEach((tool, index) => {
    const place = `${list}[${index}]`;
    if (tool === undefined) throw refused(place, 'must be an object');
    checkTool(tool, place);
  });
}

function checkTool(tool: SeenTool, place: string): void {
  const { type, name, environment, twice } = tool;
  if (twice !== undefined) throw refused(`${place}.${twice}`, 'is given twice; give it once');
  if (type === undefined) throw refused(`${place}.type`, 'is missing: say which kind of tool it is');
  if (isUncarried(type)) throw new UnsupportedToolError(`${place}.type`, type);
  if (!isDefinedTool(type) && environment !== undefined && environment !== OWN_ENVIRONMENT)
    throw new UnsupportedToolError(`${place}.environment.type`, `${type} in ${environment}`);
  if (isDefinedTool(type) && (name === undefined || name === ''))
    throw refused(
      `${place}.name`,
      tool.isNested
        ? 'is missing: tools of the Responses API are flat, without a `function` around them'
        : 'must be the name of the tool',
    );
  checkToolList(tool.inner, `${place}.tools`);
}

function refused(param: string, what: string): InvalidRequestError {
  return new InvalidRequestError({ param, message: `\`${param}\` ${what}.` });
}
