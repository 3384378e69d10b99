import { isJsonObject, type JsonObject } from '../../wire/exact-json/raw-json.js';

/** The text in the bytes of a whole stream of the Responses API. Events that cannot be read are skipped. */
export function textOfResponsesStream(bytes: Buffer): string {
  let text = '';
  for (const line of bytes.toString('utf8').split(/\r\n|\n|\r/)) {
    if (!line.startsWith('data:')) continue;
    const { type, delta } = readEvent(line.slice('data:'.length));
    if (type === 'response.output_text.delta' && typeof delta === 'string') text += delta;
  }
  return text;
}

function readEvent(json: string): JsonObject {
  try {
    const event: unknown = JSON.parse(json);
    return isJsonObject(event) ? event : {};
  } catch {
    return {};
  }
}
