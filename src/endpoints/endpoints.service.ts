import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { SECRETS } from '../config/config.module.js';
import type { Secrets } from '../config/generated-secrets.js';
import { ChangeFeed } from '../database/change-feed.js';
import { GatewayError, InvalidRequestError } from '../lib/gateway-error.js';
import { newId } from '../lib/ids.js';
import { sealSecret } from '../lib/secret-box.js';
import { checkEndpointUrl, hostOf } from './check-endpoint-url.js';
import { EndpointAgents } from './endpoint-agents.service.js';
import { EndpointAddressRefusedError } from './endpoint-errors.js';
import { isPublicAddress } from './is-public-address.js';
import { RegisteredEndpointEntity } from './registered-endpoint.entity.js';

/** What a registration or a change says; absent members stay as they are. */
export interface EndpointFields {
  readonly model?: string;
  readonly baseUrl?: string;
  readonly apiKey?: string;
  readonly upstreamModel?: string | null;
}

/** A project and whose it is, as the management API has checked it. */
export interface EndpointOwner {
  readonly organizationId: string;
  readonly projectId: string;
}

const MAX_ENDPOINTS = 100;
const RESOLVE_WITHIN_MS = 3_000;
const LOCAL_MODEL = /^(?:[^/\s:]+:[^/\s]+|ft:[^\s]+)$/;
const UNIQUE_VIOLATION = '23505';

/** Registration of endpoints (Cloud Inference): the address is judged here, and again at each connection. */
@Injectable()
export class EndpointsService {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(ChangeFeed) private readonly feed: ChangeFeed,
    @Inject(EndpointAgents) private readonly agents: EndpointAgents,
    @Inject(SECRETS) private readonly secrets: Secrets,
  ) {}

  list(projectId: string): Promise<RegisteredEndpointEntity[]> {
    return this.dataSource
      .getRepository(RegisteredEndpointEntity)
      .find({ where: { projectId }, order: { id: 'ASC' } });
  }

  find(id: string): Promise<RegisteredEndpointEntity | null> {
    return this.dataSource.getRepository(RegisteredEndpointEntity).findOneBy({ id });
  }

  /** @throws EndpointAddressRefusedError (400), InvalidRequestError (400), 409 `endpoint_exists` */
  async register(
    owner: EndpointOwner,
    fields: EndpointFields & { model: string; baseUrl: string },
  ): Promise<RegisteredEndpointEntity> {
    refuseHostedModel(fields.model);
    await this.refuseAddress(fields.baseUrl);
    const id = newId('end');
    return this.write(owner, async (manager) => {
      const repository = manager.getRepository(RegisteredEndpointEntity);
      if ((await repository.countBy({ projectId: owner.projectId })) >= MAX_ENDPOINTS) {
        throw new InvalidRequestError({
          code: 'too_many_endpoints',
          message: `A project may have ${MAX_ENDPOINTS} endpoints; delete one first.`,
        });
      }
      await repository.insert({
        id,
        projectId: owner.projectId,
        model: fields.model,
        baseUrl: fields.baseUrl,
        upstreamModel: fields.upstreamModel ?? null,
        apiKeyEncrypted: this.seal(id, fields.apiKey),
      });
      return repository.findOneByOrFail({ id });
    });
  }

  async change(owner: EndpointOwner, id: string, fields: EndpointFields): Promise<RegisteredEndpointEntity> {
    if (fields.model !== undefined) refuseHostedModel(fields.model);
    if (fields.baseUrl !== undefined) await this.refuseAddress(fields.baseUrl);
    return this.write(owner, async (manager) => {
      const repository = manager.getRepository(RegisteredEndpointEntity);
      const endpoint = await repository.findOneByOrFail({ id });
      if (fields.model !== undefined) endpoint.model = fields.model;
      if (fields.baseUrl !== undefined) endpoint.baseUrl = fields.baseUrl;
      if (fields.upstreamModel !== undefined) endpoint.upstreamModel = fields.upstreamModel;
      if (fields.apiKey !== undefined) endpoint.apiKeyEncrypted = this.seal(id, fields.apiKey);
      return repository.save(endpoint);
    });
  }

  async remove(owner: EndpointOwner, id: string): Promise<void> {
    await this.write(owner, (manager) => manager.getRepository(RegisteredEndpointEntity).delete({ id }));
  }

  private seal(id: string, apiKey: string | undefined): Buffer | null {
    return apiKey === undefined || apiKey === ''
      ? null
      : sealSecret(apiKey, { key: this.secrets.secretsKey, owner: id });
  }

  private async write<T>(owner: EndpointOwner, work: (manager: EntityManager) => Promise<T>): Promise<T> {
    try {
      return await this.dataSource.transaction(async (manager) => {
        const result = await work(manager);
        await this.feed.publish(manager, { organizationId: owner.organizationId });
        return result;
      });
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION)
        throw modelTaken(error);
      throw error;
    }
  }

  private async refuseAddress(baseUrl: string): Promise<void> {
    const verdict = checkEndpointUrl(baseUrl, this.agents.rules);
    if ('refusal' in verdict) throw new EndpointAddressRefusedError({ status: 400, reason: verdict.refusal });
    const host = hostOf(verdict.url);
    if (this.agents.rules.allowPrivate || isIP(host) !== 0) return;
    const addresses = await resolve(host);
    if (addresses.length > 0 && addresses.every(isPublicAddress)) return;
    throw new EndpointAddressRefusedError({
      status: 400,
      reason: 'its host does not resolve to a public address',
    });
  }
}

async function resolve(host: string): Promise<string[]> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never[]>((done) => {
    timer = setTimeout(() => done([]), RESOLVE_WITHIN_MS);
  });
  const found = lookup(host, { all: true }).then(
    (addresses) => addresses.map(({ address }) => address),
    () => [],
  );
  try {
    return await Promise.race([found, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

function refuseHostedModel(model: string): void {
  if (LOCAL_MODEL.test(model)) return;
  throw new InvalidRequestError({
    code: 'invalid_endpoint_model',
    param: 'model',
    message:
      'An endpoint can be registered for a local id (`name:tag`) or a fine-tuned id (`ft:…`) only; hosted models run here already.',
  });
}

function modelTaken(cause: Error): GatewayError {
  return new GatewayError({
    status: 409,
    code: 'endpoint_exists',
    param: 'model',
    message: 'This project has an endpoint for that model already. Change or delete it.',
    cause,
  });
}
