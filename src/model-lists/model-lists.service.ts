import { Inject, Injectable } from '@nestjs/common';
import type { Caller } from '../auth/caller.js';
import type { CatalogModel } from '../catalog/catalog-model.js';
import { Catalog } from '../catalog/catalog.js';
import { asDatabaseFailure } from '../database/database-unavailable.error.js';
import { SETTINGS } from '../config/config.module.js';
import type { Settings } from '../config/settings.js';
import { EndpointsService } from '../endpoints/endpoints.service.js';
import { GatewayError } from '../lib/gateway-error.js';
import { RouterDirectory } from '../routing/router-directory.service.js';
import { ProviderAccounts } from '../upstreams/provider-accounts.service.js';
import { callableModels, callableOnMessages, type CallableRules } from './callable-models.js';
import { pageOf, type ModelPage, type PageQuery } from './model-page.js';
import {
  AUTO_MODEL,
  toAnthropicModel,
  toOpenAiModel,
  toOwnModel,
  type AnthropicModel,
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
    @Inject(Catalog) private readonly catalog: Catalog,
    @Inject(ProviderAccounts) private readonly accounts: ProviderAccounts,
    @Inject(RouterDirectory) private readonly routers: RouterDirectory,
    @Inject(EndpointsService) private readonly endpoints: EndpointsService,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** @throws InvalidRequestError (400) when the cursor is no id of the list. */
  messagesPage(caller: Caller, page: PageQuery): ModelPage<AnthropicModel> {
    return pageOf(this.onMessages(caller).map(toAnthropicModel), page);
  }

  /** @throws ModelNotFoundError (404) */
  messagesModel(caller: Caller, id: string): AnthropicModel {
    const model = this.find(this.onMessages(caller), id);
    if (model === undefined) throw new ModelNotFoundError('/api/v1/models');
    return toAnthropicModel(model);
  }

  /** `auto` where a router serves it, the catalogue's models, then those on the caller's own endpoints. @throws DatabaseUnavailableError (503) */
  async openAiList(caller: Caller): Promise<readonly OpenAiModel[]> {
    const { autoRouter } = await this.routers.find(caller.projectId);
    const own = await this.endpoints.list(caller.projectId).catch((error: unknown) => {
      throw asDatabaseFailure(error);
    });
    return [
      ...(autoRouter === undefined ? [] : [AUTO_MODEL]),
      ...callableModels(this.rulesFor(caller)).map(toOpenAiModel),
      ...own.map(({ model, createdAt }) => toOwnModel(model, createdAt)),
    ];
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

  /** In any spelling that a call could name it by. */
  private find(models: readonly CatalogModel[], id: string): CatalogModel | undefined {
    const model = this.catalog.find(id);
    return model !== undefined && models.includes(model) ? model : undefined;
  }

  private rulesFor({ permissions, zeroRetention }: Caller): CallableRules {
    return {
      models: this.catalog.list().filter(({ status }) => !status.startsWith('retired')),
      configured: this.accounts.list(),
      chineseModels: permissions.chineseModels,
      retention: { zeroRetention, agreed: this.settings.zeroRetentionProviders },
    };
  }
}
