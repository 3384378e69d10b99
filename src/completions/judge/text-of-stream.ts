import { isJsonObject, type JsonObject } from '../../wire/exact-json/raw-json.js';

/** The text of the first choice in the bytes of a whole chat stream in provider B's shape. Events that cannot be read are skipped. */
export function textOfStream(bytes: Buffer): string {
  let text = '';
  for (const line of bytes.toString('utf8').split(/\r\n|\n|\r/)) {
    if (!line.startsWith('data:')) continue;
    text += deltaText(line.slice('data:'.length));
  }
  return text;
}

function deltaText(json: string): string {
  let event: unknown;
  try {
    event = JSON.parse(json);
  } catch {
    return '';
  }
  const choices: unknown = asObject(event)['choices'];
  if (!Array.isArray(choices)) return '';
  const first = choices.map(asObject).find(({ index }) => index === 0 || index === undefined);
  const { content } = asObject(asObject(first)['delta']);
  return typeof content === 'string' ? content : '';
}

function asObject(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}
