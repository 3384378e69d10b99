import { fillSchema } from './fill-schema.js';
import type { OfferedTool, SimulatedPrompt, SimulatedToolCall } from './simulated-prompt.js';

const MAX_PARALLEL_CALLS = 2;
const MIN_WORD_CHARS = 3;

/**
 * The tool calls a helpful model would make: none after a tool result or when forbidden, the named tool when one is named,
 * otherwise the tools whose name and description share words with the question (the first one when none does).
 */
export function chooseToolCalls(prompt: SimulatedPrompt): SimulatedToolCall[] {
  const { toolChoice, tools } = prompt;
  if (toolChoice.kind === 'none' || tools.length === 0) return [];
  if (toolChoice.kind === 'named') {
    return tools.filter((tool) => tool.name === toolChoice.name).map((tool) => callTool(tool, prompt));
  }
  const isAnsweringResults = prompt.toolResults.length > 0;
  if (toolChoice.kind === 'auto' && isAnsweringResults) return [];
  return rankTools(tools, prompt.lastUserText)
    .slice(0, prompt.parallelToolCalls ? MAX_PARALLEL_CALLS : 1)
    .map((tool) => callTool(tool, prompt));
}

function callTool(tool: OfferedTool, prompt: SimulatedPrompt): SimulatedToolCall {
  const filled = fillSchema(tool.parameters, prompt.lastUserText);
  const isObject = typeof filled === 'object' && filled !== null && !Array.isArray(filled);
  return { name: tool.name, argumentsJson: JSON.stringify(isObject ? filled : {}) };
}

function rankTools(tools: OfferedTool[], question: string): OfferedTool[] {
  const asked = wordsOf(question.slice(0, 4_000));
  const scored = tools.map((tool) => ({
    tool,
    score: [...wordsOf(`${tool.name} ${tool.description.slice(0, 1_000)}`)].filter((word) => asked.has(word))
      .length,
  }));
  const best = Math.max(...scored.map(({ score }) => score));
  if (best === 0) return tools.slice(0, 1);
  return scored.filter(({ score }) => score === best).map(({ tool }) => tool);
}

function wordsOf(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(words.filter((word) => word.length >= MIN_WORD_CHARS));
}
