/** What stands in `Request`: nothing, a text, or the body of a call. */
export type Question =
  | { readonly kind: 'none' }
  | { readonly kind: 'task'; readonly text: string; readonly fault?: string }
  | { readonly kind: 'request'; readonly json: string };

export function readQuestion(typed: string): Question {
  const text = typed.trim();
  if (text === '') return { kind: 'none' };
  if (!text.startsWith('{')) return { kind: 'task', text: typed };
  try {
    JSON.parse(text);
    return { kind: 'request', json: text };
  } catch (error) {
    return { kind: 'task', text: typed, fault: error instanceof Error ? error.message : String(error) };
  }
}

/** Which router is asked: a draft as it stands in the editor, or the kept one. */
export type Asked = { readonly router: object } | { readonly router_id: string };

/** The body of a preview; a request goes in letter by letter. Undefined while nothing is asked. */
export function previewBody(asked: Asked, question: Question): string | undefined {
  if (question.kind === 'none') return undefined;
  const [[name, value] = ['', undefined]] = Object.entries(asked);
  const member =
    question.kind === 'task' ? `"task":${JSON.stringify(question.text)}` : `"request":${question.json}`;
  return `{${JSON.stringify(name)}:${JSON.stringify(value)},${member}}`;
}
