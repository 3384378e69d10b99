import { Controller, Delete, Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerOf } from '../auth/caller-of.js';
import { BatchFiles } from '../batches/files/batch-files.service.js';
import { sendDownload } from '../batches/results/send-download.js';
import { MAX_UPLOAD_BYTES } from '../batches/uploads/upload-limits.js';
import { LiveCalls } from '../live-calls/live-calls.service.js';
import { sendJson } from '../http/send-json.js';
import { InferenceRoute } from '../surface/inference-route.decorator.js';
import { FileUploads } from './file-uploads.service.js';
import {
  DocumentFile,
  DocumentFileContent,
  DocumentFileDelete,
  DocumentFileList,
  DocumentFileUpload,
} from './openai-files.openapi.js';
import { presentFile } from './present-file.js';
import { readFileList } from './read-list-query.js';

const NO_BODY_CAP_BYTES = 65_536;

/** OpenAI's files, as far as batches need them. */
@Controller('api/v1/openai/files')
export class OpenAiFilesController {
  constructor(
    private readonly uploads: FileUploads,
    private readonly files: BatchFiles,
    private readonly liveCalls: LiveCalls,
  ) {}

  @Post()
  @InferenceRoute({ capBytes: MAX_UPLOAD_BYTES, limit: 'batch_submissions' })
  @DocumentFileUpload()
  async upload(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    sendJson(reply, presentFile(await this.uploads.receive(request)));
  }

  @Get()
  @InferenceRoute({ capBytes: NO_BODY_CAP_BYTES, limit: 'batch_polls' })
  @DocumentFileList()
  async list(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Query() query: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    const page = readFileList(query);
    const files = await this.files.list(callerOf(request).projectId, { ...page, limit: page.limit + 1 });
    const shown = files.slice(0, page.limit);
    sendJson(reply, {
      object: 'list',
      data: shown.map(presentFile),
      first_id: shown.at(0)?.id ?? null,
      last_id: shown.at(-1)?.id ?? null,
      has_more: files.length > page.limit,
    });
  }

  @Get(':id')
  @InferenceRoute({ capBytes: NO_BODY_CAP_BYTES, limit: 'batch_polls' })
  @DocumentFile()
  async retrieve(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Param('id') id: string,
  ): Promise<void> {
    sendJson(reply, presentFile(await this.files.find(callerOf(request).projectId, id)));
  }

  @Get(':id/content')
  @InferenceRoute({ capBytes: NO_BODY_CAP_BYTES })
  @DocumentFileContent()
  async content(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Param('id') id: string,
  ): Promise<void> {
    const file = await this.files.find(callerOf(request).projectId, id);
    await sendDownload(reply, {
      body: await this.files.open(file),
      headers: {
        'content-type': 'application/octet-stream',
        // Results are made of what is stored while they are read.
        ...(file.kind === 'input' && { 'content-length': file.bytes }),
      },
      liveCalls: this.liveCalls,
    });
  }

  @Delete(':id')
  @InferenceRoute({ capBytes: NO_BODY_CAP_BYTES, limit: 'batch_polls' })
  @DocumentFileDelete()
  async remove(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Param('id') id: string,
  ): Promise<void> {
    await this.files.remove(callerOf(request).projectId, id);
    sendJson(reply, { id, object: 'file', deleted: true });
  }
}
