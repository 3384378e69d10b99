import { InvalidRequestError } from '../../lib/gateway-error.js';
import { readJson, readString } from '../../wire/json-bytes/read-member.js';
import type { TopLevelMembers } from '../../wire/json-bytes/scan-top-level.js';
import { checkMetadata, type Metadata } from '../../wire/openai/check-metadata.js';
import { readString as readStringValue, wrongType } from '../../wire/openai/read-field.js';
import { checkName } from './check-name.js';

/** Whose words a body is written in. */
export type BodyDialect = 'openai' | 'messages';

export interface BodyAttribution {
  readonly endUser: string | undefined;
  readonly metadata: Metadata | undefined;
}

const OPTIONAL = { nullIs: 'absent' } as const;
const MAX_USER = 256;
/** As many bytes as sixteen pairs take in escapes. What is larger is refused unread. */
const MAX_METADATA_BYTES = 131_072;
const NOTHING: BodyAttribution = { endUser: undefined, metadata: undefined };

/**
 * What a body says of whom it is for. The bytes go up as they came.
 * @throws InvalidRequestError (400) naming the field
 */
export function readBodyAttribution(scan: TopLevelMembers, dialect: BodyDialect): BodyAttribution {
  return dialect === 'openai' ? readOpenAi(scan) : readMessages(scan);
}

function readOpenAi(scan: TopLevelMembers): BodyAttribution {
  const user = readUser(scan, 'user');
  const identifier = readUser(scan, 'safety_identifier');
  const metadata = readMetadata(scan);
  const endUser = user ?? identifier;
  return endUser === undefined && metadata === undefined ? NOTHING : { endUser, metadata };
}

function readUser(scan: TopLevelMembers, param: string): string | undefined {
  return checkName(readString(scan, param, OPTIONAL), { param, max: MAX_USER });
}

function readMetadata(scan: TopLevelMembers): Metadata | undefined {
  const value = readObject(scan);
  return value === undefined ? undefined : checkMetadata(value);
}

/** All the rest of it is provider A's to judge. */
function readMessages(scan: TopLevelMembers): BodyAttribution {
  if (scan.find('metadata')?.kind !== 'object') return NOTHING;
  const { user_id: userId } = (readObject(scan) ?? {}) as { user_id?: unknown };
  const param = 'metadata.user_id';
  const endUser = checkName(readStringValue(userId, param), { param, max: MAX_USER });
  return endUser === undefined ? NOTHING : { endUser, metadata: undefined };
}

function readObject(scan: TopLevelMembers): object | undefined {
  const member = scan.find('metadata');
  if (member === undefined || member.kind === 'null') return undefined;
  if (member.kind !== 'object') throw wrongType('metadata', 'an object');
  if (member.valueEnd - member.valueStart > MAX_METADATA_BYTES)
    throw new InvalidRequestError({
      param: 'metadata',
      message: `\`metadata\` is larger than ${MAX_METADATA_BYTES} bytes.`,
    });
  return readJson(scan, 'metadata') as object;
}
