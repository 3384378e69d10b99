import {
  count,
  flag,
  listOf,
  named,
  orNull,
  shape,
  text,
  time,
  usd,
} from '../../http/openapi/openapi-shapes.js';
import { limitMembers } from '../dto/limit-schema.js';
import { rateLimitsSchema } from '../dto/response-schemas.js';

const keyMembers = {
  id: text('key_…'),
  project_id: text('prj_…'),
  name: text(),
  prefix: {
    ...text('svc_live_Ab3dE'),
    description:
      'How the key begins; nothing for `Console`, which the playground calls under and nobody holds.',
  },
  created_at: time,
  revoked_at: orNull(time),
  disabled: flag,
  expires_at: orNull(time),
  ...limitMembers,
  models: { ...orNull(listOf(text())), description: 'All that it may call; null: whatever the project may.' },
  rate_limits: { ...orNull(rateLimitsSchema), description: "What it has in place of the organization's." },
};
export const keySchema = named(
  'Key',
  shape(keyMembers, {
    last_used_at: { ...orNull(time), description: 'When its last call began; with `usage=true`.' },
    usage_30_days: { ...shape({ requests: count, cost_usd: usd }), description: 'With `usage=true`.' },
  }),
);
export const createdKeySchema = named('CreatedKey', shape({ ...keyMembers, key: text('svc_live_…') }));
