import { Inject, Injectable } from '@nestjs/common';
import type { Caller } from '../auth/caller.js';
import type { CatalogModel } from '../catalog/catalog-model.js';
import { Catalog } from '../catalog/catalog.js';
import { ModelIds } from '../catalog/ids/model-ids.service.js';
import { asDatabaseFailure } from '../database/database-unavailable.error.js';
import { SETTINGS } from '../config/config.module.js';
import type { Settings } from '../config/settings.js';
import { EndpointsService } from '../endpoints/endpoints.service.js';
import { GatewayError } from '../lib/gateway-error.js';
import { ProviderAccounts } from '../upstreams/accounts/provider-accounts.service.js';
import { isOnList } from '../projects/model-list.js';
import { RouterDirectory, type Router } from '../routing/routers/router-directory.service.js';
import { callableModels, callableOnMessages, type CallableRules } from './callable-models.js';
import { pageOf, type ModelPage, type PageQuery } from './model-page.js';
import {
  AUTO_MODEL,
  toAnthropicModel,
  toNamedAnthropicModel,
  toNamedOpenAiModel,
  toOpenAiModel,
  toOwnModel,
  type AnthropicModel,
  type NamedModel,
  type OpenAiModel,
} from './model-shapes.js';

export class ModelNotFoundError extends GatewayError {
  constructor(list: string) {
    super({
      status: 404,
      code: 'model_not_found',
      param: 'model',
      message: `There is no such model for this project. The models are listed at GET ${list}.`,
    });
  }
}

/** What a project may call now: its toggle, the configured providers, and its own endpoints. */
@Injectable()
export class ModelLists {
  constructor(
    private readonly catalog: Catalog,
    private readonly accounts: ProviderAccounts,
    private readonly routers: RouterDirectory,
    private readonly endpoints: EndpointsService,
    private readonly modelIds: ModelIds,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** @throws InvalidRequestError (400) when the cursor is no id of the list. */
  messagesPage(caller: Caller, page: PageQuery): ModelPage<AnthropicModel> {
    return pageOf(this.messagesList(caller), page);
  }

  /** @throws ModelNotFoundError (404) */
  messagesModel(caller: Caller, id: string): AnthropicModel {
    const models = this.onMessages(caller);
    const model = this.find(models, id);
    if (model !== undefined) return toAnthropicModel(model);
    const [named] = this.namedAmong(models, caller).filter(({ alias }) => alias === id);
    if (named === undefined) throw new ModelNotFoundError('/api/v1/models');
    return toNamedAnthropicModel(named.model, named);
  }

  /** `auto` where a router serves it, the catalogue's models, those on the caller's own endpoints, and the project's own names. @throws DatabaseUnavailableError (503) */
  async openAiList(caller: Caller): Promise<readonly OpenAiModel[]> {
    const { autoRouter } = await this.routers.find(caller.projectId);
    const own = await this.endpoints.list(caller.projectId).catch((error: unknown) => {
      throw asDatabaseFailure(error);
    });
    const models = callableModels(this.rulesFor(caller));
    return [
      ...(autoRouter !== undefined && this.isRouterOpen(autoRouter, caller) ? [AUTO_MODEL] : []),
      ...models.map(toOpenAiModel),
      ...own
        .filter(({ model }) => isOnList(caller.models, { publicId: model }))
        .map(({ model, createdAt }) => toOwnModel(model, createdAt)),
      ...this.namedAmong(models, caller).map(toNamedOpenAiModel),
    ];
  }

  /** Whether the list of a key leaves a router any of its models. */
  private isRouterOpen({ tiers }: Router, { models }: Caller): boolean {
    if (models === undefined) return true;
    return Object.values(tiers).some(
      (id: string | undefined) =>
        id !== undefined && isOnList(models, { publicId: id, model: this.catalog.find(id) }),
    );
  }

  /** @throws ModelNotFoundError (404), DatabaseUnavailableError (503) */
  async openAiModel(caller: Caller, id: string): Promise<OpenAiModel> {
    const model = this.find(callableModels(this.rulesFor(caller)), id);
    if (model !== undefined) return toOpenAiModel(model);
    const own = (await this.openAiList(caller)).find((listed) => listed.id === id);
    if (own === undefined) throw new ModelNotFoundError('/api/v1/route/models');
    return own;
  }

  private onMessages(caller: Caller): CatalogModel[] {
    return callableOnMessages({
      ...this.rulesFor(caller),
      hostedMessages: this.accounts.hasHostedMessages,
    });
  }

  private messagesList(caller: Caller): AnthropicModel[] {
    const models = this.onMessages(caller);
    const named = this.namedAmong(models, caller);
    return [
      ...models.map(toAnthropicModel),
      ...named.map(({ model, ...alias }) => toNamedAnthropicModel(model, alias)),
    ];
  }

  /** The project's own names for these models, in their order. */
  private namedAmong(
    models: readonly CatalogModel[],
    { aliases }: Caller,
  ): (NamedModel & { readonly model: CatalogModel })[] {
    return [...aliases].flatMap(([alias, { model: id, createdAt }]) => {
      const parsed = this.modelIds.parse(id);
      const model = 'model' in parsed ? parsed.model : undefined;
      return model !== undefined && models.includes(model) ? [{ alias, createdAt, model }] : [];
    });
  }

  /** In any spelling that a call could name it by. */
  private find(models: readonly CatalogModel[], id: string): CatalogModel | undefined {
    const model = this.catalog.find(id);
    return model !== undefined && models.includes(model) ? model : undefined;
  }

  private rulesFor({ permissions, models, zeroRetention }: Caller): CallableRules {
    return {
      models: this.catalog.list().filter(({ status }) => !status.startsWith('retired')),
      configured: this.accounts.list(),
      chineseModels: permissions.chineseModels,
      listed: models,
      retention: { zeroRetention, agreed: this.settings.zeroRetentionProviders },
    };
  }
}
