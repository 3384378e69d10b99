import { parseExactJson } from '../../../exact-json/parse-exact-json.js';
import { printExactJson } from '../../../exact-json/print-exact-json.js';
import { isJsonObject } from '../../../exact-json/raw-json.js';
import { toStrictSchema } from '../../../translate/request/strict-schema.js';
import type { ToChatInput } from '../chat-form.js';
import type { ByteRange } from '../named-members.js';

/** A larger schema is not worth the time that looking through it takes. */
const MAX_SCHEMA_BYTES = 65_536;

/**
 * Whether a function of which nothing is said is strict: at the Responses API it is where its schema allows it. Provider A takes
 * every schema that its grammar can be made to hold; others take one that leaves nothing open and nothing optional as it is.
 */
export function isStrictByDefault(
  bytes: Buffer,
  parameters: ByteRange | undefined,
  upstream: ToChatInput['upstream'],
): boolean {
  if (parameters === undefined || parameters.end - parameters.start > MAX_SCHEMA_BYTES) return false;
  const schema = parseExactJson(bytes.toString('utf8', parameters.start, parameters.end));
  if (!isJsonObject(schema)) return false;
  const strict = toStrictSchema(schema);
  if (strict === undefined || upstream === 'provider_a') return strict !== undefined;
  // Generators name the dialect; it says nothing of the schema.
  const { $schema: _dialect, ...said } = schema;
  return strict.optionalProperties === 0 && printExactJson(strict.schema) === printExactJson(said);
}
