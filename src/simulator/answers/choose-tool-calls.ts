import { fillSchema } from './fill-schema.js';
import { fittingTools } from './rank-tools.js';
import type { OfferedTool, SimulatedPrompt, SimulatedToolCall } from './simulated-prompt.js';

const MAX_PARALLEL_CALLS = 2;

/**
 * The tool calls of a careful model: none after a tool result or when forbidden, the named tool when one is named, otherwise
 * the tools that fit what was asked; none fits: none, or the first one when a call is required.
 */
export function chooseToolCalls(prompt: SimulatedPrompt): SimulatedToolCall[] {
  const { toolChoice, tools } = prompt;
  if (toolChoice.kind === 'none' || tools.length === 0) return [];
  if (toolChoice.kind === 'named') {
    return tools.filter((tool) => tool.name === toolChoice.name).map((tool) => callTool(tool, prompt));
  }
  const isAnsweringResults = prompt.toolResults.length > 0;
  if (toolChoice.kind === 'auto' && isAnsweringResults) return [];
  const fitting = fittingTools(tools, prompt.lastUserText);
  const chosen = fitting.length === 0 && toolChoice.kind === 'required' ? tools.slice(0, 1) : fitting;
  return chosen
    .slice(0, prompt.parallelToolCalls ? MAX_PARALLEL_CALLS : 1)
    .map((tool) => callTool(tool, prompt));
}

function callTool(tool: OfferedTool, prompt: SimulatedPrompt): SimulatedToolCall {
  const filled = fillSchema(tool.parameters, prompt.lastUserText);
  const isObject = typeof filled === 'object' && filled !== null && !Array.isArray(filled);
  return { name: tool.name, argumentsJson: JSON.stringify(isObject ? filled : {}) };
}
