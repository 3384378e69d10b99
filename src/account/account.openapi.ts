import { applyDecorators } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiSecurity, ApiTags } from '@nestjs/swagger';
import { callSchema } from '../billing/calls/call-schema.js';
import { errorResponses } from '../error-answers/openapi-errors.js';
import { KEY_CODES } from '../error-answers/refusal-codes.js';
import {
  flag,
  listOf,
  oneOfWords,
  orNull,
  shape,
  text,
  time,
  usd,
  type SchemaObject,
} from '../http/openapi/openapi-shapes.js';
import { LIMIT_PERIODS } from '../projects/purse.js';
import { LIMIT_KINDS } from '../rate-limits/limit-kinds.js';

const limitSchema: SchemaObject = {
  oneOf: [
    { type: 'string', enum: ['unlimited'] },
    shape({ per_second: { type: 'number' }, burst: { type: 'integer' } }),
  ],
};

const keySchema = shape({
  object: text('key'),
  id: text('key_…'),
  name: text('production'),
  prefix: {
    ...text('svc_live_Ab3dE'),
    description: 'How the key begins; the key itself is shown once, at its creation.',
  },
  created_at: time,
  project: shape({ id: text('prj_…'), name: text() }),
  organization: shape({ id: text('org_…'), name: text() }),
  permissions: shape({
    smart_routing: flag,
    automatic_updates: flag,
    token_compression: flag,
    chinese_models: flag,
    response_storage: flag,
  }),
  expires_at: orNull(time),
  models: {
    ...orNull(listOf(text())),
    description: 'All that the key may call; null: whatever the project may.',
  },
  limit_usd: {
    ...orNull(usd),
    description: 'What the key may spend in a period; null: no limit of its own.',
  },
  limit_period: orNull(oneOfWords(...LIMIT_PERIODS)),
  spent_usd: { ...orNull(usd), description: 'What was billed in the period.' },
  remaining_usd: {
    ...orNull(usd),
    description: 'What new calls can use of the limit: what calls in flight and batches hold is taken off.',
  },
  resets_at: { ...orNull(time), description: 'When the period ends; null for `total`.' },
  rate_limits: shape(Object.fromEntries(LIMIT_KINDS.map((kind) => [kind, limitSchema]))),
});

const creditsSchema = shape({
  object: text('credits'),
  balance_usd: { ...usd, description: 'What new calls can use; USD.' },
  reserved_usd: { ...usd, description: 'What batches under way hold; no part of the balance. USD.' },
  pay_as_you_go: flag,
});

function DocumentAccount(
  summary: string,
  schema: SchemaObject,
  refusals: Record<number, string>,
): MethodDecorator {
  return applyDecorators(
    ApiTags('Account'),
    ApiSecurity('apiKey'),
    ApiSecurity('bearer'),
    ApiOperation({ summary, description: 'Free of charge; takes from the bucket of routing decisions.' }),
    ApiResponse({ status: 200, schema }),
    ...errorResponses({
      401: KEY_CODES,
      429: 'rate_limit_exceeded',
      503: 'database_unavailable',
      ...refusals,
    }),
  );
}

export const DocumentOwnKey = (): MethodDecorator =>
  DocumentAccount('The API key that asks: its project, organization, permissions and limits', keySchema, {});

export const DocumentOwnCredits = (): MethodDecorator =>
  DocumentAccount("The organization's balance", creditsSchema, {});

export const DocumentOwnCall = (): MethodDecorator =>
  DocumentAccount("One call of the key's project, with its attempts", callSchema, { 404: 'call_not_found' });
