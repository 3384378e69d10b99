import { stableHash } from '../../stable-hash.js';

const PREFIX = 'gAAAAAsimulated';

/** What provider B gives of its reasoning to carry on: unreadable, and good for that model alone. */
export function sealReasoning(model: string, text: string): string {
  const words = Buffer.from(text).toString('base64url');
  return `${PREFIX}_${markOf(model, words)}_${words}`;
}

/** Whether it is what `sealReasoning` made for that model, unchanged. */
export function isSealedFor(model: string, sealed: string): boolean {
  const [prefix, mark, ...words] = sealed.split('_');
  return prefix === PREFIX && mark === markOf(model, words.join('_'));
}

function markOf(model: string, words: string): string {
  return stableHash(`${model}/${words}`).slice(0, 32);
}
