import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, type Repository } from 'typeorm';
import type { AuditedFields } from '../audit/changed-members.js';
import { recordChange } from '../audit/record-change.js';
import { SECRETS } from '../config/config.module.js';
import type { Secrets } from '../config/generated-secrets.js';
import { ChangeFeed } from '../database/change-feed.js';
import { InvalidRequestError } from '../lib/gateway-error.js';
import { withoutApiPath } from '../lib/api-path.js';
import { newId } from '../lib/ids.js';
import { sealSecret } from '../lib/secret-box.js';
import { checkEndpointHeaders, refuseTwoAuthorizations } from './check-endpoint-headers.js';
import { EndpointAgents } from './endpoint-agents.service.js';
import { headersOwner } from './endpoint-directory.service.js';
import { EndpointExistsError, EndpointGoneError, EndpointKeyRequiredError } from './endpoint-errors.js';
import { isEndpointModel } from './is-endpoint-model.js';
import { RegisteredEndpointEntity } from './registered-endpoint.entity.js';

/** What a registration or a change says; absent members stay as they are. */
export interface EndpointFields {
  readonly model?: string;
  readonly baseUrl?: string;
  /** Null: none is sent any more. */
  readonly apiKey?: string | null;
  readonly upstreamModel?: string | null;
  /** All of them: those that are kept are replaced. */
  readonly headers?: Readonly<Record<string, unknown>>;
}

/** A project and whose it is, as the management API has checked it. */
export interface EndpointOwner {
  readonly organizationId: string;
  readonly projectId: string;
}

const MAX_ENDPOINTS = 100;
/** What a header can carry without quoting or loss. */
const SENDABLE_KEY = /^[\x21-\x7e]+$/;
const UNIQUE_VIOLATION = '23505';

/** Registration of endpoints (Cloud Inference): the address is judged here, and again at each connection. */
@Injectable()
export class EndpointsService {
  private readonly repository: Repository<RegisteredEndpointEntity>;

  constructor(
    private readonly dataSource: DataSource,
    private readonly feed: ChangeFeed,
    private readonly agents: EndpointAgents,
    @Inject(SECRETS) private readonly secrets: Secrets,
  ) {
    this.repository = dataSource.getRepository(RegisteredEndpointEntity);
  }

  /** Oldest first. */
  list(projectId: string): Promise<RegisteredEndpointEntity[]> {
    return this.repository.find({ where: { projectId }, order: { id: 'ASC' } });
  }

  find(id: string): Promise<RegisteredEndpointEntity | null> {
    return this.repository.findOneBy({ id });
  }

  /**
   * @throws InvalidRequestError (400), EndpointAddressRefusedError (400), EndpointExistsError (409), EndpointGoneError (404) when
   * the project is deleted
   */
  async register(
    owner: EndpointOwner,
    given: EndpointFields & { model: string; baseUrl: string },
  ): Promise<RegisteredEndpointEntity> {
    const fields = { ...given, baseUrl: withoutCallPath(given.baseUrl) };
    await this.check(fields);
    refuseTwoAuthorizations(Object.keys(fields.headers ?? {}), typeof fields.apiKey === 'string');
    const { projectId } = owner;
    const id = newId('end');
    return this.write(owner, fields.model, async (manager) => {
      const repository = manager.getRepository(RegisteredEndpointEntity);
      await lockProject(manager, projectId);
      if ((await repository.countBy({ projectId })) >= MAX_ENDPOINTS) throw tooManyEndpoints();
      await repository.insert({
        id,
        projectId,
        model: fields.model,
        baseUrl: fields.baseUrl,
        upstreamModel: fields.upstreamModel ?? null,
        apiKeyEncrypted: this.seal(id, fields.apiKey ?? null),
        ...this.sealHeaders(id, fields.headers ?? {}),
      });
      const created = await repository.findOneByOrFail({ id });
      await record(manager, owner, 'endpoint.create', { id, before: null, after: audited(created) });
      return created;
    });
  }

  /**
   * @throws as `register`; EndpointGoneError (404) also when the endpoint is deleted; EndpointKeyRequiredError (400) when it
   * moves to another origin and nothing is said of its key: a key goes only where its owner has sent it
   */
  async change(owner: EndpointOwner, id: string, given: EndpointFields): Promise<RegisteredEndpointEntity> {
    const { baseUrl } = given;
    const fields = baseUrl === undefined ? given : { ...given, baseUrl: withoutCallPath(baseUrl) };
    await this.check(fields);
    const changes = {
      ...(fields.model === undefined ? {} : { model: fields.model }),
      ...(fields.baseUrl === undefined ? {} : { baseUrl: fields.baseUrl }),
      ...(fields.upstreamModel === undefined ? {} : { upstreamModel: fields.upstreamModel }),
      ...(fields.apiKey === undefined ? {} : { apiKeyEncrypted: this.seal(id, fields.apiKey) }),
      ...(fields.headers === undefined ? {} : this.sealHeaders(id, fields.headers)),
    };
    return this.write(owner, fields.model, async (manager) => {
      const repository = manager.getRepository(RegisteredEndpointEntity);
      const before = await repository.findOne({ where: { id }, lock: { mode: 'pessimistic_write' } });
      if (before === null) throw new EndpointGoneError('endpoint', id);
      refuseToTakeSecretsElsewhere(before, fields);
      if (Object.keys(changes).length > 0) await repository.update({ id }, changes);
      const changed = await repository.findOneByOrFail({ id });
      refuseTwoAuthorizations(changed.headerNames, changed.apiKeyEncrypted !== null);
      const after = { ...audited(changed), ...secretsSet(fields) };
      await record(manager, owner, 'endpoint.change', { id, before: audited(before), after });
      return changed;
    });
  }

  /** @throws EndpointGoneError (404) when it is deleted already */
  async remove(owner: EndpointOwner, id: string): Promise<void> {
    await this.write(owner, undefined, async (manager) => {
      const repository = manager.getRepository(RegisteredEndpointEntity);
      const before = await repository.findOne({ where: { id }, lock: { mode: 'pessimistic_write' } });
      if (before === null) throw new EndpointGoneError('endpoint', id);
      await repository.delete({ id });
      await record(manager, owner, 'endpoint.delete', { id, before: audited(before), after: null });
    });
  }

  /** Before any transaction: finding out where a name leads can take seconds. */
  private async check({ model, baseUrl, apiKey, headers }: EndpointFields): Promise<void> {
    if (model !== undefined && !isEndpointModel(model)) throw hostedModel();
    if (typeof apiKey === 'string' && !SENDABLE_KEY.test(apiKey)) throw unsendableKey();
    if (headers !== undefined) checkEndpointHeaders(headers);
    if (baseUrl !== undefined) await this.agents.refuseUnsafeRegistration(baseUrl);
  }

  private seal(id: string, apiKey: string | null): Buffer | null {
    return apiKey === null ? null : sealSecret(apiKey, { key: this.secrets.secretsKey, owner: id });
  }

  private sealHeaders(
    id: string,
    headers: Readonly<Record<string, unknown>>,
  ): Pick<RegisteredEndpointEntity, 'headerNames' | 'headersEncrypted'> {
    const headerNames = Object.keys(headers);
    const box = { key: this.secrets.secretsKey, owner: headersOwner(id) };
    return {
      headerNames,
      headersEncrypted: headerNames.length === 0 ? null : sealSecret(JSON.stringify(headers), box),
    };
  }

  /** The work and its announcement in one transaction; the database decides who of two was first. */
  private async write<T>(
    owner: EndpointOwner,
    model: string | undefined,
    work: (manager: EntityManager) => Promise<T>,
  ): Promise<T> {
    try {
      return await this.dataSource.transaction(async (manager) => {
        const result = await work(manager);
        await this.feed.publish(manager, { organizationId: owner.organizationId });
        return result;
      });
    } catch (error) {
      if (model === undefined || !isUniqueViolation(error)) throw error;
      const existing = await this.repository.findOneBy({ projectId: owner.projectId, model });
      throw new EndpointExistsError({ model, endpointId: existing?.id });
    }
  }
}

/** @throws EndpointKeyRequiredError (400) */
function refuseToTakeSecretsElsewhere(
  before: RegisteredEndpointEntity,
  { baseUrl, apiKey, headers }: EndpointFields,
): void {
  if (baseUrl === undefined || new URL(baseUrl).origin === new URL(before.baseUrl).origin) return;
  if (before.apiKeyEncrypted !== null && apiKey === undefined) throw new EndpointKeyRequiredError('api_key');
  if (before.headersEncrypted !== null && headers === undefined)
    throw new EndpointKeyRequiredError('headers');
}

/** The path of a call stands in front of a query. */
function withoutCallPath(address: string): string {
  const [base = '', ...query] = address.split('?');
  return [withoutApiPath(base), ...query].join('?');
}

/** Said in the audit log also where nothing that is shown has changed. */
function secretsSet({ apiKey, headers }: EndpointFields): AuditedFields {
  const hasHeaders = headers !== undefined && Object.keys(headers).length > 0;
  return {
    ...(typeof apiKey === 'string' && { api_key: 'set' }),
    ...(hasHeaders && { header_values: 'set' }),
  };
}

function audited(row: RegisteredEndpointEntity): AuditedFields {
  return {
    model: row.model,
    base_url: row.baseUrl,
    upstream_model: row.upstreamModel,
    has_api_key: row.apiKeyEncrypted !== null,
    headers: row.headerNames,
  };
}

function record(
  manager: EntityManager,
  owner: EndpointOwner,
  action: string,
  { id, before, after }: { id: string; before: AuditedFields | null; after: AuditedFields | null },
): Promise<void> {
  return recordChange(manager, { ...owner, action, targetId: id, before, after });
}

/** Two registrations at once count one after the other. Weak enough to let calls and keys refer to the project meanwhile. */
async function lockProject(manager: EntityManager, projectId: string): Promise<void> {
  const rows: unknown[] = await manager.query(
    'SELECT 1 FROM projects WHERE id = $1 AND deleted_at IS NULL FOR NO KEY UPDATE',
    [projectId],
  );
  if (rows.length === 0) throw new EndpointGoneError('project', projectId);
}

function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION;
}

function tooManyEndpoints(): InvalidRequestError {
  return new InvalidRequestError({
    code: 'too_many_endpoints',
    message: `A project may have ${MAX_ENDPOINTS} endpoints; delete one first.`,
  });
}

function hostedModel(): InvalidRequestError {
  return new InvalidRequestError({
    code: 'invalid_endpoint_model',
    param: 'model',
    message:
      'An endpoint can be registered for a local id (`name:tag`) or a fine-tuned id (`ft:…`) only, both without a slash; hosted models run here already.',
  });
}

function unsendableKey(): InvalidRequestError {
  return new InvalidRequestError({
    param: 'api_key',
    message: '`api_key` must be printable ASCII without blanks: it is sent in a header.',
  });
}
