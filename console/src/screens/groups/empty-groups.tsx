import { CodeText } from '../../ui/code-text.js';
import { CopyButton } from '../../ui/copy-button.js';
import { EmptyState } from '../../ui/empty-state.js';
import { text } from './text.js';

export function EmptyGroups() {
  const command = exampleCommand(typeof location === 'undefined' ? '' : location.origin);
  return (
    <EmptyState title={text.emptyTitle}>
      <p>{text.empty}</p>
      <CodeText label={text.example}>{command}</CodeText>
      <CopyButton value={command} />
    </EmptyState>
  );
}

const exampleCommand = (
  origin: string,
): string => `for ticket in "My card was charged twice" "Where is my order" "I cannot log in"; do
  curl ${origin}/api/v1/openai/chat/completions \\
    -H "Authorization: Bearer $GATEWAY_KEY" -H "Content-Type: application/json" \\
    -d '{"model":"auto","messages":[{"role":"user","content":"Classify this ticket as billing, order or access. Answer with one word.\\n\\nTicket: '"$ticket"'"}]}'
done`;
