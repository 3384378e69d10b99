import type { ToChatInput } from '../chat-form.js';

/** The caller's own name for a member of an item: items that were kept are known to him by the response that they belong to. */
export function fieldOf({ chainItems = 0 }: ToChatInput, index: number, member: string): string {
  return index < chainItems ? 'previous_response_id' : `input[${index - chainItems}].${member}`;
}
