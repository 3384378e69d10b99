import type { AdminTokenEntity } from '../auth/admin-token.entity.js';
import type { ApiKeyEntity } from '../auth/api-key.entity.js';
import type { KeyUsage } from '../billing/key-usage.service.js';
import type { LedgerEntryEntity } from '../billing/ledger-entry.entity.js';
import type { PaymentAccountEntity } from '../billing/payments/payment-account.entity.js';
import type { CatalogModel, ModelPrices, TokenPrices } from '../catalog/catalog-model.js';
import type { RegisteredEndpointEntity } from '../endpoints/registered-endpoint.entity.js';
import { parseUsd, toUsdNumber, type PicoUsd } from '../lib/money.js';
import type { OrganizationEntity } from '../projects/organization.entity.js';
import type { ProjectEntity } from '../projects/project.entity.js';
import type { RouterVersionEntity } from '../routing/router-version.entity.js';
import type { RouterInForce } from '../routing/routers-in-force.service.js';
import { routerTag } from '../routing/router-tag.js';
import type { RouterEntity } from '../routing/router.entity.js';
import { presentCard } from './money/present-payments.js';

/** Rows as the management API shows them: snake_case, RFC 3339, USD as JSON numbers; secrets never. */

export function presentOrganization(
  row: OrganizationEntity,
  {
    balance,
    reserved,
    card,
  }: { balance: PicoUsd; reserved: PicoUsd; card: PaymentAccountEntity | undefined },
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
    created_at: row.createdAt.toISOString(),
  };
}

export function presentProject(row: ProjectEntity) {
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
    created_at: row.createdAt.toISOString(),
  };
}

export function presentKey(row: ApiKeyEntity) {
  return {
    id: row.id,
    project_id: row.projectId,
    name: row.name,
    prefix: row.prefix,
    created_at: row.createdAt.toISOString(),
    revoked_at: row.revokedAt?.toISOString() ?? null,
  };
}

/** With what it was used for. */
export function presentUsedKey(row: ApiKeyEntity, { lastUsedAt, usage }: KeyUsage) {
  return {
    ...presentKey(row),
    last_used_at: lastUsedAt?.toISOString() ?? null,
    usage_30_days: {
      requests: Number(usage?.requests ?? 0),
      cost_usd: toUsdNumber(parseUsd(usage?.cost_usd ?? '0')),
    },
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
    tiers: presentTiers(row),
  };
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
