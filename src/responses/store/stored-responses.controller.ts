import { Controller, Delete, Get, Param, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerOf } from '../../auth/caller-of.js';
import { pendingHeaders } from '../../http/pending-headers.js';
import { sendBytes } from '../../http/send-json.js';
import { InferenceRoute } from '../../surface/inference-route.decorator.js';
import { asksForEncrypted, readItemPage, refuseStream, type Query as AnyQuery } from './read-item-query.js';
import { ResponseStore } from './response-store.service.js';
import { DocumentDelete, DocumentInputItems, DocumentRead } from './stored-responses.openapi.js';
import type { ShownItems } from './items/page-of-items.js';

/** Free, and apart from the bucket of inference, as whatever else a key may look up. */
const ROUTE = { capBytes: 65_536, limit: 'decisions' } as const;

/** What was answered and kept, under both names of the surface. */
@Controller(['api/v1/route/responses', 'api/v1/openai/responses'])
export class StoredResponsesController {
  constructor(private readonly store: ResponseStore) {}

  @Get(':id')
  @InferenceRoute(ROUTE)
  @DocumentRead()
  async read(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Param('id') id: string,
    @Query() query: AnyQuery,
  ): Promise<void> {
    refuseStream(query);
    const withEncrypted = asksForEncrypted(query);
    sendPrivately(reply, await this.store.find(callerOf(request).projectId, id, { withEncrypted }));
  }

  @Delete(':id')
  @InferenceRoute(ROUTE)
  @DocumentDelete()
  async remove(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Param('id') id: string,
  ): Promise<void> {
    await this.store.remove(callerOf(request).projectId, id);
    sendPrivately(reply, Buffer.from(JSON.stringify({ id, object: 'response', deleted: true })));
  }

  @Get(':id/input_items')
  @InferenceRoute(ROUTE)
  @DocumentInputItems()
  async inputItems(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Param('id') id: string,
    @Query() query: AnyQuery,
  ): Promise<void> {
    const options = { page: readItemPage(query), withEncrypted: asksForEncrypted(query) };
    sendPrivately(reply, listOf(await this.store.inputItems(callerOf(request).projectId, id, options)));
  }
}

function listOf({ items, hasMore }: ShownItems): Buffer {
  const end = { first_id: items.at(0)?.id ?? null, last_id: items.at(-1)?.id ?? null, has_more: hasMore };
  return Buffer.concat([
    Buffer.from('{"object":"list","data":['),
    ...items.flatMap(({ json }, index) => [Buffer.from(index === 0 ? '' : ','), json]),
    Buffer.from(`],${JSON.stringify(end).slice(1)}`),
  ]);
}

function sendPrivately(reply: FastifyReply, body: Buffer): void {
  pendingHeaders(reply)['cache-control'] = 'no-store';
  sendBytes(reply, body, { contentType: 'application/json; charset=utf-8' });
}
