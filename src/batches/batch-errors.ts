import { GatewayError, InvalidRequestError } from '../lib/gateway-error.js';

export class UnknownBatchError extends GatewayError {
  constructor() {
    super({
      status: 404,
      code: 'batch_not_found',
      param: 'id',
      message: 'There is no batch of that id in this project. The list of batches shows the latest ones.',
    });
  }
}

/** SDKs are told not to try again, as with every final 409: here that would be a loop until the batch has ended. */
export class BatchNotEndedError extends GatewayError {
  constructor() {
    super({
      status: 409,
      code: 'batch_not_ended',
      message:
        'The batch has not ended, so it has no results yet. Poll its status and read them when `results_url` is there.',
    });
  }
}

export class BatchFailedError extends GatewayError {
  constructor() {
    super({
      status: 409,
      code: 'batch_failed',
      message:
        'The batch failed before it reached its providers, so it has no results and cost nothing. Submit it again with a new `idempotency_key`.',
    });
  }
}

/** Over the inline cap; there is a way for larger ones. */
export class BatchBodyTooLargeError extends GatewayError {
  constructor(capBytes: number) {
    super({
      status: 413,
      code: 'request_too_large',
      message: `A batch takes up to ${capBytes / 1_048_576} MB in the request itself. Upload a larger one: POST /api/v1/route/batches/uploads, PUT the same JSON to its \`upload_url\`, then POST /api/v1/route/batches with {"input_object": "<object>"}; or send it to the batch gateway, which takes 256 MB.`,
    });
  }
}

export class ResultsPurgedError extends GatewayError {
  constructor() {
    super({
      status: 410,
      code: 'batch_results_purged',
      message:
        'The results of this batch were deleted after their retention. Counts and spend stay on its status.',
    });
  }
}

/** A provider's format holds one shape of request only. */
export class MixedResultsError extends InvalidRequestError {
  constructor(format: 'openai' | 'anthropic') {
    const wanted = format === 'openai' ? 'a `body`' : '`params`';
    super({
      code: 'results_format_mismatch',
      param: 'format',
      message: `\`format=${format}\` needs a batch whose requests all came as ${wanted}. Leave \`format\` out, or use \`json\`.`,
    });
  }
}

/** As at provider A: only what has ended can be deleted. */
export class BatchStillRunningError extends InvalidRequestError {
  constructor() {
    super({
      code: 'batch_not_ended',
      message:
        'The batch has not ended, so it cannot be deleted. Cancel it, and delete it when it has ended.',
    });
  }
}
