import { LEDGER_KINDS } from '../../billing/ledger/ledger-entry.entity.js';
import { UPSTREAM_IDS } from '../../catalog/catalog-model.js';
import {
  count,
  flag,
  listOf,
  named,
  oneOfWords,
  orNull,
  pageOf,
  shape,
  text,
  time,
  usd,
  type SchemaObject,
} from '../../http/openapi/openapi-shapes.js';
import { alertsSchema } from '../alerts/alert-schemas.js';
import { limitMembers } from './limit-schema.js';
import { LIMIT_KINDS } from '../../rate-limits/limit-kinds.js';

export { pageOf };

const rateLimitSchema: SchemaObject = {
  oneOf: [oneOfWords('unlimited'), shape({ per_second: { type: 'number' }, burst: count })],
};

const cardSchema = shape({
  payment_method: text('pm_…'),
  provider: oneOfWords('sandbox', 'stripe'),
  brand: orNull(text('visa')),
  last4: orNull(text('4242')),
  exp_month: orNull(count),
  exp_year: orNull(count),
  saved_at: orNull(time),
  declined_at: { ...orNull(time), description: 'When it last gave no money; null while it gives some.' },
});

export const rateLimitsSchema = shape(
  {},
  Object.fromEntries(LIMIT_KINDS.map((kind) => [kind, rateLimitSchema])),
);

const organizationMembers = {
  id: text('org_…'),
  name: text('Acme'),
  pay_as_you_go: flag,
  rate_limits: {
    ...rateLimitsSchema,
    description: 'What it has in place of the usual limits.',
  },
  data_policy: shape({ zero_retention: flag }),
  auto_reload: shape({ enabled: flag, threshold_usd: usd, amount_usd: usd }),
  balance_usd: usd,
  reserved_usd: usd,
  card: orNull(cardSchema),
  alerts: orNull(alertsSchema),
  created_at: time,
};

export const organizationSchema = named('Organization', shape(organizationMembers));

/** With what was asked for beside it. */
export const organizationDetailSchema = named(
  'OrganizationDetail',
  shape(organizationMembers, {
    alerts_etag: { ...text(), description: 'The `ETag` of its alerts, quotes included.' },
  }),
);

export const ledgerSchema = named(
  'LedgerRow',
  shape({
    id: text('led_…'),
    created_at: time,
    kind: oneOfWords(...LEDGER_KINDS),
    amount_usd: usd,
    reference: text('call_…'),
    note: orNull(text()),
  }),
);

const tokenMembers = { id: text('atk_…'), name: text(), created_at: time };
export const adminTokenSchema = named('AdminToken', shape(tokenMembers));
export const createdTokenSchema = named(
  'CreatedAdminToken',
  shape({ ...tokenMembers, token: text('svc_admin_…') }),
);
export const deletedSchema = named('Deleted', shape({ id: text(), deleted: flag }));

export const projectSchema = named(
  'Project',
  shape({
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
    trace_content: oneOfWords('keep', 'drop'),
    ...limitMembers,
    call_content: {
      ...shape({ enabled: flag, retention: text('7d'), max_kb: count }),
      description: 'Whether requests and answers of calls are kept, how long, and how much of each.',
    },
    created_at: time,
  }),
);

const tiersSchema = named(
  'RouterTiers',
  shape({ big: orNull(text()), medium: orNull(text()), small: orNull(text()) }),
);
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

const fallbackSchema = {
  ...shape({ on: listOf(oneOfWords('outage')) }),
  description:
    '`outage`: when the provider fails before anything is visible, the call goes on at the first of Big, Medium, Small that was not asked.',
};

const tierInForceSchema = named(
  'TierInForce',
  shape({
    model: orNull(text()),
    reason: orNull({ type: 'string', description: 'Why the tier gives no model now.' }),
  }),
);

export const routerMembers = {
  id: text('rtr_…'),
  project_id: text('prj_…'),
  name: text(),
  origin: oneOfWords('default', 'from_code', 'custom'),
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
  fallback: fallbackSchema,
  threshold_in_force: shape({
    value: { type: 'number' },
    source: oneOfWords('router', 'record', 'default'),
  }),
  created_at: time,
  updated_at: time,
};
export const routerSchema = named('Router', shape(routerMembers));
export const listedRouterSchema = named(
  'ListedRouter',
  shape({
    ...routerMembers,
    etag: { ...text(), description: 'The `ETag` of the router, quotes included, for `If-Match`.' },
  }),
);

export const routerVersionSchema = named(
  'RouterVersion',
  shape({
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
    fallback: fallbackSchema,
    tiers: tiersSchema,
  }),
);

export const endpointSchema = named(
  'Endpoint',
  shape({
    id: text('end_…'),
    project_id: text('prj_…'),
    model: text('llama3:8b'),
    base_url: text('https://models.example.com/v1'),
    upstream_model: orNull(text()),
    has_api_key: flag,
    headers: { ...listOf(text('x-team')), description: 'Their names; values are never shown.' },
    created_at: time,
  }),
);

const usageMembers = { requests: count, input_tokens: count, output_tokens: count, cost_usd: usd };

export const usageRowSchema = named(
  'UsageRow',
  shape(usageMembers, {
    key: { ...text(), description: 'Of a report by one grouping.' },
    keys: { ...listOf(text()), description: 'Of a report by two: a key of each.' },
    name: { ...orNull(text()), description: 'Of a report by key, router, group or project alone.' },
  }),
);

export const usageReportSchema = named('UsageReport', {
  ...pageOf(usageRowSchema),
  properties: {
    ...pageOf(usageRowSchema).properties,
    total: shape(usageMembers),
    names: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'Of a report by two: names of keys, routers, groups and projects, by their ids.',
    },
  },
  required: ['object', 'data', 'has_more', 'first_id', 'last_id', 'total'],
});

export const usageCheckSchema = named(
  'UsageCheck',
  shape({
    object: oneOfWords('usage.check'),
    ok: { ...flag, description: 'All are the same, to the last decimal.' },
    from: time,
    to: time,
    usage_usd: { ...usd, description: 'What the usage of the period says was billed.' },
    ledger_usd: { ...usd, description: 'What the ledger took for the same calls and batches.' },
    difference_usd: usd,
    entries: { ...count, description: 'Movements on the ledger that were added up.' },
    cuts: {
      ...listOf(shape({ group_by: text('model'), usage_usd: usd, difference_usd: usd })),
      description:
        'What the rows of each grouping sum to, by days and hours of `tz` too; tags apart, of which a call may have many.',
    },
  }),
);

const perMillion = orNull({ type: 'number', description: 'USD for a million tokens.' });
const tokenPrices = {
  input: perMillion,
  output: perMillion,
  cache_read: perMillion,
  cache_write_5m: perMillion,
  cache_write_1h: perMillion,
};

export const modelSchema = named(
  'Model',
  shape({
    id: text('vendora/claude-sonnet-5-5'),
    kind: oneOfWords('chat', 'responses-only', 'embedding'),
    provider: oneOfWords(...UPSTREAM_IDS),
    lab: text(),
    chinese_lab: flag,
    status: text(),
    price_basis: {
      ...oneOfWords('catalogue', 'reported'),
      description: '`reported`: it costs what the marketplace reports.',
    },
    prices_usd_per_million_tokens: shape({
      ...tokenPrices,
      tiers: {
        ...listOf(shape({ input_tokens_above: count, ...tokenPrices })),
        description: 'Prices of requests with a larger input, for all their tokens.',
      },
      batch_multiplier: orNull({ type: 'number' }),
      fast_multiplier: orNull({ type: 'number' }),
    }),
    context_window: count,
    max_output: count,
    reasoning: shape({
      kind: oneOfWords('none', 'switch', 'effort', 'always', 'fixed'),
      can_be_off: flag,
      efforts: listOf(text()),
    }),
    capabilities: shape({ vision: flag, pdf: flag, tools: flag, json_schema: flag }),
    surfaces: listOf(text('chat')),
    use_instead: {
      ...orNull(text()),
      description: 'Of a model that runs only on the Responses API: the chat model to name on chat.',
    },
  }),
);
