import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { AuditedFields } from '../../audit/changed-members.js';
import { recordChange } from '../../audit/record-change.js';
import { Catalog } from '../../catalog/catalog.js';
import { ChangeFeed } from '../../database/change-feed.js';
import { InvalidRequestError } from '../../lib/gateway-error.js';
import { checkAlias, isAliasShaped, MAX_ALIASES, readAliasTarget } from './alias-rules.js';
import { ModelAliasEntity } from './model-alias.entity.js';

/** A project and whose it is, as the management API has checked it. */
interface AliasOwner {
  readonly organizationId: string;
  readonly id: string;
}

/** The names that a project's callers may write for models of the catalogue. Calls read them with their key (`Caller.aliases`). */
@Injectable()
export class ModelAliases {
  constructor(
    private readonly dataSource: DataSource,
    private readonly feed: ChangeFeed,
    private readonly catalog: Catalog,
  ) {}

  /** By name. */
  list(projectId: string): Promise<ModelAliasEntity[]> {
    return this.dataSource
      .getRepository(ModelAliasEntity)
      .find({ where: { projectId }, order: { alias: 'ASC' } });
  }

  /** As a caller knows them. */
  async namesOf(projectId: string): Promise<ReadonlyMap<string, ModelAliasEntity>> {
    return new Map((await this.list(projectId)).map((row) => [row.alias, row]));
  }

  /**
   * Makes an alias, or lets it stand for another model.
   * @throws InvalidRequestError (400) naming `alias` or `model`
   */
  put(owner: AliasOwner, { alias, model }: { alias: string; model: string }): Promise<ModelAliasEntity> {
    checkAlias(alias, this.catalog);
    const target = readAliasTarget(model, this.catalog);
    return this.write(owner, async (manager) => {
      const repository = manager.getRepository(ModelAliasEntity);
      const key = { projectId: owner.id, alias };
      const before = await repository.findOneBy(key);
      if (before === null && (await repository.countBy({ projectId: owner.id })) >= MAX_ALIASES)
        throw tooManyAliases();
      await repository.upsert({ ...key, model: target }, ['projectId', 'alias']);
      const after = await repository.findOneByOrFail(key);
      const action = before === null ? 'alias.create' : 'alias.change';
      await record(manager, owner, {
        action,
        alias,
        before: before && audited(before),
        after: audited(after),
      });
      return after;
    });
  }

  /** @returns whether there was one */
  async remove(owner: AliasOwner, alias: string): Promise<boolean> {
    if (!isAliasShaped(alias)) return false;
    return this.write(owner, async (manager) => {
      const repository = manager.getRepository(ModelAliasEntity);
      const before = await repository.findOneBy({ projectId: owner.id, alias });
      if (before === null) return false;
      await repository.delete({ projectId: owner.id, alias });
      await record(manager, owner, { action: 'alias.delete', alias, before: audited(before), after: null });
      return true;
    });
  }

  /** Changes of one project's aliases come one after the other, so that their number holds. */
  private write<T>(owner: AliasOwner, work: (manager: EntityManager) => Promise<T>): Promise<T> {
    return this.dataSource.transaction(async (manager) => {
      await manager.query('SELECT 1 FROM projects WHERE id = $1 FOR NO KEY UPDATE', [owner.id]);
      const result = await work(manager);
      await this.feed.publish(manager, { organizationId: owner.organizationId });
      return result;
    });
  }
}

function audited({ alias, model }: ModelAliasEntity): AuditedFields {
  return { alias, model };
}

interface AliasChange {
  readonly action: string;
  readonly alias: string;
  readonly before: AuditedFields | null;
  readonly after: AuditedFields | null;
}

function record(
  manager: EntityManager,
  { organizationId, id: projectId }: AliasOwner,
  { action, alias, before, after }: AliasChange,
): Promise<void> {
  return recordChange(manager, { organizationId, projectId, action, targetId: alias, before, after });
}

function tooManyAliases(): InvalidRequestError {
  return new InvalidRequestError({
    code: 'too_many_aliases',
    param: 'alias',
    message: `A project may have ${MAX_ALIASES} aliases; delete one first.`,
  });
}
