import type { ChatBody } from '../../api/playground.js';

/** Stands where the key would: no snippet ever carries one. */
const VARIABLE = 'GATEWAY_KEY';

type Messages = ChatBody['messages'];

export interface Snippet {
  readonly origin: string;
  readonly model: string;
  readonly messages: Messages;
}

/** Without the system message where nothing was written. */
export const messagesOf = (system: string, message: string): Messages => [
  ...(system.trim() === '' ? [] : [{ role: 'system', content: system } as const]),
  { role: 'user', content: message },
];

export function curlOf({ origin, model, messages }: Snippet): string {
  const body = JSON.stringify({ model, messages }, undefined, 2);
  return [
    `curl ${origin}/api/v1/openai/chat/completions \\`,
    `  -H "Authorization: Bearer $${VARIABLE}" \\`,
    `  -H "Content-Type: application/json" \\`,
    `  -d ${shellQuoted(body)}`,
  ].join('\n');
}

/** In one pair of single quotes nothing means anything, but for the quote itself. */
const shellQuoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** JavaScript with the OpenAI SDK. */
export function codeOf({ origin, model, messages }: Snippet): string {
  const list = JSON.stringify(messages, undefined, 2).replaceAll('\n', '\n  ');
  return [
    `import OpenAI from 'openai';`,
    '',
    'const client = new OpenAI({',
    `  baseURL: '${origin}/api/v1/openai',`,
    `  apiKey: process.env.${VARIABLE},`,
    '});',
    'const completion = await client.chat.completions.create({',
    `  model: ${JSON.stringify(model)},`,
    `  messages: ${list},`,
    '});',
    'console.log(completion.choices[0].message.content, completion.usage.cost);',
    '',
  ].join('\n');
}
