import { isPresent, toList, toRecord, toText, type JsonRecord } from '../json-value.js';

/** Type and name of the tool choice; absent = undefined. */
export function toolChoiceOf(body: JsonRecord): { type: string; name: string } | undefined {
  if (!isPresent(body.tool_choice)) return undefined;
  const choice = toRecord(body.tool_choice);
  return { type: toText(choice.type), name: toText(choice.name) };
}

/** The tools that the caller runs itself. */
export function clientToolsOf(body: JsonRecord): JsonRecord[] {
  return toList(body.tools)
    .map(toRecord)
    .filter((tool) => !isPresent(tool.type) || tool.type === 'custom');
}
