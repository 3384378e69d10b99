import { printExactJson } from '../../../exact-json/print-exact-json.js';
import { isJsonObject } from '../../../exact-json/raw-json.js';
import { byteText, type ByteText } from '../byte-text.js';

/** Chat nests what an annotation says under its type; Responses does not. Undefined for what is no annotation. */
export function toResponsesAnnotation(value: unknown): ByteText | undefined {
  if (!isJsonObject(value) || typeof value.type !== 'string') return undefined;
  const { type, [type]: nested, ...rest } = value;
  return byteText(printExactJson({ type, ...rest, ...(isJsonObject(nested) ? nested : {}) }));
}
