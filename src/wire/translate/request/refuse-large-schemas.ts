import { InvalidRequestError } from '../../../lib/gateway-error.js';
import type { Steps } from '../../../lib/steps.js';
import type { TopLevelMembers } from '../../json-bytes/scan-top-level.js';
import { visitInSteps, type Visitor } from '../../json-bytes/visit-in-steps.js';

/** Some 60,000 tokens. One schema is translated and printed at once, and much more of it would hold other calls up. */
const MAX_SCHEMA_BYTES = 262_144;

const LISTS = [
  ['tools', 'function.parameters'],
  ['functions', 'parameters'],
] as const;

/**
 * Any number of tools is fine, each of a size that a model can read; and so is an answer's format.
 * @throws InvalidRequestError (400) naming the schema that is too large
 */
export function* refuseLargeSchemas(scan: TopLevelMembers): Steps<void> {
  const format = scan.find('response_format');
  if (format !== undefined && format.valueEnd - format.valueStart > MAX_SCHEMA_BYTES)
    throw tooLarge('response_format.json_schema.schema', 'format');
  for (const [name, schema] of LISTS) {
    const list = scan.find(name);
    if (list?.kind !== 'array' || list.valueEnd - list.valueStart <= MAX_SCHEMA_BYTES) continue;
    let index = 0;
    const visitor: Visitor = {
      enter: () => undefined,
      leave: (_bytes, start, end) => {
        if (end - start > MAX_SCHEMA_BYTES) throw tooLarge(`${name}[${index}].${schema}`, 'tool');
        index += 1;
      },
    };
    yield* visitInSteps(scan.bytes, list.valueStart, scan.hopper(), visitor);
  }
}

function tooLarge(param: string, of: string): InvalidRequestError {
  return new InvalidRequestError({
    param,
    message: `\`${param}\` makes its ${of} larger than the 256 KB that this model is given. Send a smaller schema.`,
  });
}
