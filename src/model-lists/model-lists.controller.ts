import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerOf } from '../auth/caller-of.js';
import { sendJson } from '../http/send-json.js';
import { InferenceRoute } from '../surface/inference-route.decorator.js';
import { openAiPaths } from '../surface/openai-paths.js';
import {
  DocumentMessagesModel,
  DocumentMessagesModels,
  DocumentOpenAiModel,
  DocumentOpenAiModels,
} from './model-lists.openapi.js';
import { ModelLists } from './model-lists.service.js';
import { readPageQuery } from './model-page.js';

const ROUTE = { capBytes: 0, limit: 'inference' } as const;

/** What a project may call, in provider A's shape: for its SDKs. */
@Controller('api/v1/models')
export class MessagesModelsController {
  constructor(private readonly lists: ModelLists) {}

  @Get()
  @InferenceRoute(ROUTE)
  @DocumentMessagesModels()
  listForMessages(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Query() query: Record<string, unknown>,
  ): void {
    sendJson(reply, this.lists.messagesPage(callerOf(request), readPageQuery(query)));
  }

  @Get([':id', ':org/:id'])
  @InferenceRoute(ROUTE)
  @DocumentMessagesModel()
  findForMessages(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Param() path: ModelPath,
  ): void {
    sendJson(reply, this.lists.messagesModel(callerOf(request), idIn(path)));
  }
}

/** The same in provider B's. */
@Controller(openAiPaths('models'))
export class OpenAiModelsController {
  constructor(private readonly lists: ModelLists) {}

  @Get()
  @InferenceRoute(ROUTE)
  @DocumentOpenAiModels()
  async list(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    sendJson(reply, { object: 'list', data: await this.lists.openAiList(callerOf(request)) });
  }

  @Get([':id', ':org/:id'])
  @InferenceRoute(ROUTE)
  @DocumentOpenAiModel()
  async find(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Param() path: ModelPath,
  ): Promise<void> {
    sendJson(reply, await this.lists.openAiModel(callerOf(request), idIn(path)));
  }
}

/** SDKs encode the slash of an id; people who type a URL do not. */
interface ModelPath {
  readonly org?: string;
  readonly id: string;
}

function idIn({ org, id }: ModelPath): string {
  return org === undefined ? id : `${org}/${id}`;
}
