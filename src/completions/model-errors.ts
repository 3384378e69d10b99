import { GatewayError, InvalidRequestError } from '../lib/gateway-error.js';

const PARAM = 'model';

export class NoAutoRouterError extends InvalidRequestError {
  constructor() {
    super({
      code: 'no_router',
      param: PARAM,
      message:
        'This project has no auto router, so `auto` (or no `model`) cannot be served. Name a model, or create a router.',
    });
  }
}

export class RouterUnconfiguredError extends InvalidRequestError {
  constructor(routerName: string) {
    super({
      code: 'router_unconfigured',
      param: PARAM,
      message: `The router ${JSON.stringify(routerName)} has no model left that this project may call. Set its tiers, or turn Chinese models on.`,
    });
  }
}

export class NoEndpointError extends InvalidRequestError {
  constructor(modelId: string, form: 'tagged' | 'fine-tuned') {
    super({
      code: 'no_registered_endpoint',
      param: PARAM,
      message: `\`${modelId}\` is a ${form === 'tagged' ? 'local' : 'fine-tuned'} model id. It runs only on an endpoint registered for it under Cloud Inference; register one, or name a hosted model.`,
    });
  }
}

export class ResponsesOnlyModelError extends InvalidRequestError {
  constructor(modelId: string, useInstead: string) {
    super({
      code: 'responses_api_only',
      param: PARAM,
      message: `\`${modelId}\` runs only on the Responses API, which this gateway does not serve. Use \`${useInstead}\` instead.`,
    });
  }
}

export class UnpricedModelError extends InvalidRequestError {
  constructor(modelId: string, useInstead: string | undefined) {
    super({
      code: 'unpriced_model',
      param: PARAM,
      message: `No price is known for \`${modelId}\`, so it cannot be called here. ${useInstead === undefined ? 'The priced models are listed at GET /api/v1/route/models.' : `Did you mean \`${useInstead}\`?`}`,
    });
  }
}

export class UnknownModelError extends InvalidRequestError {
  constructor(modelId: string, useInstead: string | undefined) {
    super({
      code: 'unknown_model',
      param: PARAM,
      message: `There is no model \`${modelId}\`. ${useInstead === undefined ? 'Write vendora/…, vendorb/…, <org>/<model> or auto.' : `Did you mean \`${useInstead}\`?`}`,
    });
  }
}

export class InvalidModelIdError extends InvalidRequestError {
  constructor(reason: string) {
    super({ code: 'invalid_model', param: PARAM, message: `The model id ${reason}` });
  }
}

export class WrongSurfaceError extends InvalidRequestError {
  constructor(modelId: string) {
    super({
      code: 'wrong_surface',
      param: PARAM,
      message: `\`${modelId}\` makes embeddings. Call it at POST /api/v1/route/embeddings.`,
    });
  }
}

/** A call ran into the live-call limit before anything was sent. */
export class LiveCallTimeoutError extends GatewayError {
  constructor(limitMs: number) {
    super({
      status: 504,
      code: 'live_call_timeout',
      message: `The call was ended at the limit of ${limitMs / 1_000} s. Stream long generations, or ask for less output.`,
    });
  }
}
