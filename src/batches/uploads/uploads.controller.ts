import { Controller, Inject, Post, Put, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerOf } from '../../auth/caller-of.js';
import { SETTINGS } from '../../config/config.module.js';
import type { Settings } from '../../config/settings.js';
import { dialledBaseUrl } from '../../http/dialled-base-url.js';
import { sendJson } from '../../http/send-json.js';
import { CallBodies } from '../../surface/call-bodies.service.js';
import { InferenceRoute } from '../../surface/inference-route.decorator.js';
import { UploadReceiver } from './upload-receiver.service.js';
import { UPLOADS_PATH } from './upload-urls.service.js';
import { DocumentCreateUpload, DocumentPutUpload } from './uploads.openapi.js';
import { UploadsService } from './uploads.service.js';

/** There is nothing to say in it; what is sent is passed over. */
const CREATE_CAP_BYTES = 65_536;

interface PutRequest {
  Params: { object: string };
  Querystring: Readonly<Record<string, unknown>>;
}

@Controller(UPLOADS_PATH)
export class UploadsController {
  constructor(
    private readonly uploads: UploadsService,
    private readonly receiver: UploadReceiver,
    private readonly bodies: CallBodies,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Post()
  @InferenceRoute({ capBytes: CREATE_CAP_BYTES, limit: 'batch_submissions' })
  @DocumentCreateUpload()
  async create(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await this.bodies.read(request, reply, { capBytes: CREATE_CAP_BYTES });
    const baseUrl = dialledBaseUrl(request, this.settings);
    const { object, uploadUrl, expiresInSeconds } = await this.uploads.createUpload(callerOf(request), {
      baseUrl,
    });
    sendJson(reply, { object, upload_url: uploadUrl, expires_in_seconds: expiresInSeconds }, 201);
  }

  /** No key guard: the signature in the address is the credential. */
  @Put(':object')
  @DocumentPutUpload()
  async put(@Req() request: FastifyRequest<PutRequest>, @Res() reply: FastifyReply): Promise<void> {
    const { object } = request.params;
    const { expires, signature } = request.query;
    const { bytes, sha256 } = await this.receiver.receive({ object, expires, signature }, request);
    sendJson(reply, { object, bytes, sha256 });
  }
}
