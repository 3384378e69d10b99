import {
  count,
  flag,
  orNull,
  pageOf,
  shape,
  text,
  time,
  usd,
  type SchemaObject,
} from '../../http/envelopes/openapi-shapes.js';

export { pageOf };

export const organizationSchema = shape({
  id: text('org_…'),
  name: text('Acme'),
  pay_as_you_go: flag,
  rate_limits: { type: 'object', additionalProperties: true },
  data_policy: shape({ zero_retention: flag }),
  auto_reload: shape({ enabled: flag, threshold_usd: usd, amount_usd: usd }),
  balance_usd: usd,
  reserved_usd: usd,
  card: orNull({ type: 'object' }),
  created_at: time,
});

export const ledgerSchema = shape({
  id: text('led_…'),
  created_at: time,
  kind: {
    type: 'string',
    enum: [
      'credit',
      'usage',
      'reservation',
      'release',
      'settlement',
      'reload',
      'hourly_charge',
      'refund',
      'adjustment',
    ],
  },
  amount_usd: usd,
  reference: text('call_…'),
  note: orNull(text()),
});

const tokenMembers = { id: text('atk_…'), name: text(), created_at: time };
export const adminTokenSchema = shape(tokenMembers);
export const createdTokenSchema = shape({ ...tokenMembers, token: text('svc_admin_…') });
export const deletedSchema = shape({ id: text(), deleted: flag });

export const projectSchema = shape({
  id: text('prj_…'),
  organization_id: text('org_…'),
  name: text(),
  permissions: shape({
    smart_routing: flag,
    automatic_updates: flag,
    token_compression: flag,
    chinese_models: flag,
    response_storage: flag,
  }),
  trace_content: { type: 'string', enum: ['keep', 'drop'] },
  created_at: time,
});

const keyMembers = {
  id: text('key_…'),
  project_id: text('prj_…'),
  name: text(),
  prefix: text('svc_live_Ab3dE'),
  created_at: time,
  revoked_at: orNull(time),
};
export const keySchema = shape(keyMembers);
export const createdKeySchema = shape({ ...keyMembers, key: text('svc_live_…') });

const tiersSchema = shape({ big: orNull(text()), medium: orNull(text()), small: orNull(text()) });
const thresholdSchema = orNull({ type: 'number', description: 'Complexity (0–1) above which Big answers.' });

const recordThresholdSchema = {
  ...thresholdSchema,
  description:
    'What the record of the router speaks for; in force while automatic updates are on and `threshold` is null, for the models of Big and Medium that it is of.',
};

const recordReasonSchema = orNull({
  type: 'string',
  description: 'What the record showed when it moved the threshold, with its figures.',
});

const tierInForceSchema = shape({
  model: orNull(text()),
  reason: orNull({ type: 'string', description: 'Why the tier gives no model now.' }),
});

const routerMembers = {
  id: text('rtr_…'),
  project_id: text('prj_…'),
  name: text(),
  origin: { type: 'string', enum: ['default', 'from_code', 'custom'] },
  label: text('From your code'),
  auto: flag,
  anchor_model: orNull(text()),
  tiers: tiersSchema,
  in_force: {
    ...shape({ big: tierInForceSchema, medium: tierInForceSchema, small: tierInForceSchema }),
    description:
      "What the tiers give now: an anchored router's empty ones follow the auto router, and models drop out by policy, by the ceiling of the anchor and without an account at their provider.",
  },
  threshold: thresholdSchema,
  record_threshold: recordThresholdSchema,
  record_reason: recordReasonSchema,
  threshold_in_force: shape({
    value: { type: 'number' },
    source: { type: 'string', enum: ['router', 'record', 'default'] },
  }),
  created_at: time,
  updated_at: time,
};
export const routerSchema = shape(routerMembers);
export const listedRouterSchema = shape({
  ...routerMembers,
  etag: { ...text(), description: 'The `ETag` of the router, quotes included, for `If-Match`.' },
});

export const routerVersionSchema = shape({
  id: text('ver_3'),
  number: count,
  who: {
    type: 'string',
    description:
      "`operator`, an admin token's id, `api` (the first call that named the model) `gateway` (made with its project) or `automatic-updates` (the record was followed).",
  },
  who_name: orNull(text()),
  when: time,
  name: text(),
  auto: flag,
  threshold: thresholdSchema,
  record_threshold: recordThresholdSchema,
  record_reason: recordReasonSchema,
  tiers: tiersSchema,
});

export const endpointSchema = shape({
  id: text('end_…'),
  project_id: text('prj_…'),
  model: text('llama3:8b'),
  base_url: text('https://models.example.com/v1'),
  upstream_model: orNull(text()),
  has_api_key: flag,
  created_at: time,
});

export const usageRowSchema = shape({
  key: text(),
  requests: count,
  input_tokens: count,
  output_tokens: count,
  cost_usd: usd,
});

export const modelSchema: SchemaObject = {
  type: 'object',
  additionalProperties: true,
  properties: {
    id: text(),
    kind: text(),
    provider: text(),
    lab: text(),
    chinese_lab: flag,
    prices_usd_per_million_tokens: { type: 'object', additionalProperties: true },
  },
};
