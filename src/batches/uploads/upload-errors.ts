import { GatewayError, InvalidRequestError } from '../../lib/gateway-error.js';

/** One answer for unknown, another project's, not uploaded and purged: a foreign upload looks like one that never was. */
export class UnknownUploadError extends GatewayError {
  constructor(object: string) {
    super({
      status: 404,
      code: 'unknown_upload',
      message: `There is no uploaded object ${JSON.stringify(object.slice(0, 60))} in this project. Ask for an upload address, PUT the submission there, and use its \`object\` within two days.`,
      param: 'input_object',
    });
  }
}

export class UploadUsedError extends GatewayError {
  constructor() {
    super({
      status: 409,
      code: 'upload_already_used',
      message:
        'This upload address was used already; the object that it stored is unchanged. Ask for a new address to upload another body.',
    });
  }
}

export class UploadInProgressError extends GatewayError {
  constructor() {
    super({
      status: 409,
      code: 'upload_in_progress',
      message: 'Several uploads to this address are running. The first that is complete counts; wait for it.',
      headers: { 'retry-after': '5' },
    });
  }
}

export class InvalidUploadSignatureError extends GatewayError {
  constructor() {
    super({
      status: 403,
      code: 'invalid_upload_signature',
      message:
        'This upload address was not signed by this service. Use `upload_url` exactly as it was given.',
    });
  }
}

export class UploadUrlExpiredError extends GatewayError {
  constructor() {
    super({
      status: 403,
      code: 'upload_url_expired',
      message: 'This upload address has expired. Ask for a new one.',
    });
  }
}

export class EmptyUploadError extends InvalidRequestError {
  constructor() {
    super({
      code: 'empty_body',
      message: 'The body is empty. PUT the submission, a JSON object with `requests`, to the same address.',
    });
  }
}
