import { maskSecrets } from '../lib/mask-secrets.js';
import { storableText } from '../lib/storable-text.js';

const MAX_CHARACTERS = 300;
const MAX_MODEL_CHARACTERS = 256;
/** What a message may be cut to before it is looked at: ours are a few hundred characters. */
const MAX_READ = 4_000;
const QUOTED = /"(?:[^"\\]|\\.){0,4000}"|`[^`]{0,4000}`/g;
/** Names of fields and ids of models: `messages[2].content`, `vendora/claude-sonnet-5-5`, `x-svc-tags`. */
const NAME = /^`[A-Za-z_@][\w@./:[\]*-]{0,127}`$/;
/** Words of ours that messages quote. */
const OWN_WORDS = new Set([
  '"unlimited"',
  '"auto"',
  '"json"',
  '"text"',
  '"image_url"',
  '"function"',
  '"tool"',
]);

/** The message of a refusal without what it quotes of the request, which may be content, and without secrets. */
export function safeMessage(message: string): string {
  const unquoted = message
    .slice(0, MAX_READ)
    .replace(QUOTED, (quoted) => (NAME.test(quoted) || OWN_WORDS.has(quoted) ? quoted : '"…"'));
  return cut(maskSecrets(storableText(unquoted)), MAX_CHARACTERS);
}

/** What was sent as `model`, which need not be one. */
export function safeModel(model: string | undefined): string | undefined {
  return model === undefined
    ? undefined
    : cut(maskSecrets(storableText(model.slice(0, MAX_READ))), MAX_MODEL_CHARACTERS);
}

function cut(text: string, characters: number): string {
  return text.length <= characters ? text : storableText(`${text.slice(0, characters - 1)}…`);
}
