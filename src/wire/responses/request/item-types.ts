import type { SeenItem } from './input-list.js';

/** Items that every upstream can be told. */
export type SharedItemType =
  | 'message'
  | 'function_call'
  | 'function_call_output'
  | 'custom_tool_call'
  | 'custom_tool_call_output'
  | 'reasoning'
  | 'item_reference'
  | 'additional_tools';

const SHARED: ReadonlySet<string> = new Set<SharedItemType>([
  'message',
  'function_call',
  'function_call_output',
  'custom_tool_call',
  'custom_tool_call_output',
  'reasoning',
  'item_reference',
  'additional_tools',
]);
/** Items that provider B made, or that answer those: only it understands them. */
const PROVIDER_B: ReadonlySet<string> = new Set([
  'local_shell_call',
  'local_shell_call_output',
  'shell_call',
  'shell_call_output',
  'apply_patch_call',
  'apply_patch_call_output',
  'computer_call',
  'computer_call_output',
  'tool_search_call',
  'tool_search_output',
  'tool_search_call_output',
  'web_search_call',
  'file_search_call',
  'code_interpreter_call',
  'image_generation_call',
  'mcp_list_tools',
  'mcp_approval_request',
  'mcp_approval_response',
  'mcp_call',
  'compaction',
  'compaction_trigger',
  'program',
  'program_output',
]);

export function isSharedType(type: string): type is SharedItemType {
  return SHARED.has(type);
}

export function isProviderBType(type: string): boolean {
  return PROVIDER_B.has(type);
}

/**
 * The item's type as the API reads it: what has a role and no type is a message, what has only an id refers to an item.
 * `undefined` when nothing tells.
 */
export function typeOfItem(bytes: Buffer, { members }: SeenItem): string | undefined {
  if (members.has(bytes, 'type')) return members.word(bytes, 'type') ?? '';
  if (members.has(bytes, 'role')) return 'message';
  return members.has(bytes, 'id') ? 'item_reference' : undefined;
}
