import type { AlertSettingsEntity } from '../alerts/settings/alert-settings.entity.js';
import { presentAlerts } from './alerts/present-alerts.js';
import type { AdminTokenEntity } from '../auth/admin-tokens/admin-token.entity.js';
import type { LedgerEntryEntity } from '../billing/ledger/ledger-entry.entity.js';
import type { PaymentAccountEntity } from '../billing/payments/payment-account.entity.js';
import type { CatalogModel, ModelPrices, TokenPrices } from '../catalog/catalog-model.js';
import type { RegisteredEndpointEntity } from '../endpoints/registered-endpoint.entity.js';
import { parseUsd, toUsdNumber, type PicoUsd } from '../lib/money.js';
import { CONTENTS_OFF } from '../projects/content-setting.js';
import type { OrganizationEntity } from '../projects/organization.entity.js';
import type { RouterVersionEntity } from '../routing/routers/router-version.entity.js';
import type { RouterInForce } from '../routing/decision/routers-in-force.service.js';
import { routerTag } from '../routing/routers/router-tag.js';
import type { RouterEntity } from '../routing/routers/router.entity.js';
import { presentLimit } from './present-limit.js';
import type { ManagedProject } from './projects/managed-projects.service.js';
import { presentCard } from './money/present-payments.js';

/** Rows as the management API shows them: snake_case, RFC 3339, USD as JSON numbers; secrets never. */

export function presentOrganization(
  row: OrganizationEntity,
  {
    balance,
    reserved,
    card,
    alerts,
  }: {
    balance: PicoUsd;
    reserved: PicoUsd;
    card: PaymentAccountEntity | undefined;
    alerts: AlertSettingsEntity | undefined;
  },
) {
  return {
    id: row.id,
    name: row.name,
    pay_as_you_go: row.payAsYouGo,
    rate_limits: row.rateLimits,
    data_policy: { zero_retention: row.zeroRetention },
    auto_reload: row.autoReload ?? { enabled: false, threshold_usd: 0, amount_usd: 0 },
    balance_usd: toUsdNumber(balance),
    reserved_usd: toUsdNumber(reserved),
    card: card === undefined ? null : presentCard(card),
    alerts: alerts === undefined ? null : presentAlerts(alerts),
    created_at: row.createdAt.toISOString(),
  };
}

export function presentProject({ project: row, limit }: ManagedProject) {
  return {
    id: row.id,
    organization_id: row.organizationId,
    name: row.name,
    permissions: {
      smart_routing: row.smartRouting,
      automatic_updates: row.automaticUpdates,
      token_compression: row.tokenCompression,
      chinese_models: row.chineseModels,
      response_storage: row.responseStorage,
    },
    trace_content: row.traceContent,
    ...presentLimit(row, limit),
    call_content: row.callContent ?? CONTENTS_OFF,
    created_at: row.createdAt.toISOString(),
  };
}

export function presentAdminToken(row: AdminTokenEntity) {
  return { id: row.id, name: row.name, created_at: row.createdAt.toISOString() };
}

export function presentLedgerEntry(row: LedgerEntryEntity) {
  return {
    id: `led_${row.sequence}`,
    created_at: row.createdAt.toISOString(),
    kind: row.kind,
    amount_usd: toUsdNumber(parseUsd(row.amountUsd)),
    // The key of a credit is kept under its organization's id; the operator knows it without.
    reference: row.reference.replace(`${row.organizationId}:`, ''),
    note: row.note,
  };
}

export function presentEndpoint(row: RegisteredEndpointEntity) {
  return {
    id: row.id,
    project_id: row.projectId,
    model: row.model,
    base_url: row.baseUrl,
    upstream_model: row.upstreamModel,
    has_api_key: row.apiKeyEncrypted !== null,
    headers: row.headerNames,
    created_at: row.createdAt.toISOString(),
  };
}

export function presentRouter(row: RouterEntity, inForce: RouterInForce) {
  return {
    id: row.id,
    project_id: row.projectId,
    name: row.name,
    origin: row.origin,
    label: row.origin === 'from_code' ? 'From your code' : row.name,
    auto: row.auto,
    anchor_model: row.anchorModel,
    tiers: presentTiers(row),
    in_force: inForce.tiers,
    threshold: row.threshold,
    ...presentRecord(row),
    fallback: presentFallback(row),
    threshold_in_force: inForce.threshold,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

/** In a list, where no header can say it. */
export function presentListedRouter(row: RouterEntity, inForce: RouterInForce) {
  return { ...presentRouter(row, inForce), etag: routerTag(row) };
}

export function presentRouterVersion(row: RouterVersionEntity) {
  return {
    id: `ver_${row.number}`,
    number: row.number,
    who: row.who,
    who_name: row.whoName,
    when: row.createdAt.toISOString(),
    name: row.name,
    auto: row.auto,
    threshold: row.threshold,
    ...presentRecord(row),
    fallback: presentFallback(row),
    tiers: presentTiers(row),
  };
}

function presentFallback({ outageFallback }: Pick<RouterEntity, 'outageFallback'>) {
  return { on: outageFallback ? ['outage'] : [] };
}

function presentRecord({ recordThreshold }: Pick<RouterEntity, 'recordThreshold'>) {
  return { record_threshold: recordThreshold?.value ?? null, record_reason: recordThreshold?.reason ?? null };
}

function presentTiers({ big, medium, small }: Pick<RouterEntity, 'big' | 'medium' | 'small'>) {
  return { big, medium, small };
}

export function presentModel(model: CatalogModel) {
  return {
    id: model.id,
    kind: model.kind,
    provider: model.upstream,
    lab: model.lab,
    chinese_lab: model.chineseLab,
    status: model.status,
    price_basis: model.priceBasis,
    prices_usd_per_million_tokens: presentPrices(model.prices),
    context_window: model.contextWindow,
    max_output: model.maxOutput,
    reasoning: {
      kind: model.reasoning.kind,
      can_be_off: model.reasoning.canBeOff,
      efforts: model.reasoning.efforts,
    },
    capabilities: {
      vision: model.capabilities.vision,
      pdf: model.capabilities.pdf,
      tools: model.capabilities.tools,
      json_schema: model.capabilities.jsonSchema,
    },
    surfaces: model.surfaces,
    use_instead: model.useInstead ?? null,
  };
}

const MILLION = 1_000_000n;

function presentPrices(prices: ModelPrices) {
  return {
    ...presentTier(prices),
    tiers: prices.tiers.map((tier) => ({ input_tokens_above: tier.inputTokensAbove, ...presentTier(tier) })),
    batch_multiplier:
      prices.batch === undefined ? null : Number(prices.batch.numerator) / Number(prices.batch.denominator),
    fast_multiplier:
      prices.fast === undefined ? null : Number(prices.fast.numerator) / Number(prices.fast.denominator),
  };
}

function presentTier({ input, output, cacheRead, cacheWrite5m, cacheWrite1h }: TokenPrices) {
  const perMillion = (price: PicoUsd | undefined): number | null =>
    price === undefined ? null : toUsdNumber(price * MILLION);
  return {
    input: perMillion(input),
    output: perMillion(output),
    cache_read: perMillion(cacheRead),
    cache_write_5m: perMillion(cacheWrite5m),
    cache_write_1h: perMillion(cacheWrite1h),
  };
}
