import { InvalidRequestError } from '../../lib/gateway-error.js';

const PARAM = 'model';

export class UnpricedModelError extends InvalidRequestError {
  constructor(modelId: string, useInstead: string | undefined) {
    super({
      code: 'unpriced_model',
      param: PARAM,
      message: `No price is known for \`${modelId}\`, so it cannot be called here. ${useInstead === undefined ? 'The priced models are listed at GET /api/v1/route/models.' : `Did you mean \`${useInstead}\`?`}`,
    });
  }
}

export class InvalidModelIdError extends InvalidRequestError {
  constructor(reason: string) {
    super({ code: 'invalid_model', param: PARAM, message: `The model id ${reason}` });
  }
}
