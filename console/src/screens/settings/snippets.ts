import { firstCall } from '../../parts/commands/commands.js';

/** How a client calls this gateway. */
export interface Snippet {
  readonly id: string;
  readonly label: string;
  /** Nothing where nothing is to be installed. */
  readonly install: string;
  readonly code: string;
}

/** Stands where a key belongs: the console never has one. */
export const PLACEHOLDER = 'svc_live_YOUR_KEY';

export const openAiUrl = (origin: string): string => `${origin}/api/v1/openai`;
export const anthropicUrl = (origin: string): string => `${origin}/api`;

/** Ready to paste, with the addresses of this gateway. */
export function snippetsFor(origin: string): readonly Snippet[] {
  return [curl(origin), openAiJs(origin), openAiPython(origin), anthropic(origin), aiSdk(origin)];
}

const curl = (origin: string): Snippet => ({
  id: 'curl',
  label: 'curl',
  install: '',
  code: `export GATEWAY_KEY=${PLACEHOLDER}\n${firstCall(origin)}\n`,
});

const openAiJs = (origin: string): Snippet => ({
  id: 'openai-js',
  label: 'OpenAI SDK, JavaScript',
  install: 'npm install openai',
  code: `import OpenAI from 'openai';

const client = new OpenAI({
  baseURL: '${openAiUrl(origin)}',
  apiKey: '${PLACEHOLDER}',
});
const completion = await client.chat.completions.create({
  model: 'auto',
  messages: [{ role: 'user', content: 'Say hello in one sentence.' }],
});
console.log(completion.choices[0].message.content, completion.usage.cost);
`,
});

const openAiPython = (origin: string): Snippet => ({
  id: 'openai-python',
  label: 'OpenAI SDK, Python',
  install: 'pip install openai',
  code: `from openai import OpenAI

client = OpenAI(base_url="${openAiUrl(origin)}", api_key="${PLACEHOLDER}")
completion = client.chat.completions.create(
    model="auto", messages=[{"role": "user", "content": "Say hello in one sentence."}])
print(completion.choices[0].message.content)
`,
});

const anthropic = (origin: string): Snippet => ({
  id: 'anthropic',
  label: 'Anthropic SDK, JavaScript',
  install: 'npm install @anthropic-ai/sdk',
  code: `import Anthropic from '@anthropic-ai/sdk';

const client = new Anthropic({ baseURL: '${anthropicUrl(origin)}', apiKey: '${PLACEHOLDER}' });
const message = await client.messages.create({
  model: 'claude-sonnet-5-5',
  max_tokens: 256,
  messages: [{ role: 'user', content: 'Say hello in one sentence.' }],
});
console.log(message.content.find(({ type }) => type === 'text').text, message.usage);
`,
});

const aiSdk = (origin: string): Snippet => ({
  id: 'ai-sdk',
  label: 'AI SDK',
  install: 'npm install ai @ai-sdk/openai',
  code: `import { createOpenAI } from '@ai-sdk/openai';
import { generateText } from 'ai';

const gateway = createOpenAI({ baseURL: '${openAiUrl(origin)}', apiKey: '${PLACEHOLDER}' });
const { text } = await generateText({
  model: gateway('auto'),
  prompt: 'Say hello in one sentence.',
});
console.log(text);
`,
});
