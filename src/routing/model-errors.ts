import type { IdPrefixes } from '../catalog/catalog-model.js';
import type { ResponsesOnlyModelId } from '../catalog/ids/parsed-model-id.js';
import { InvalidRequestError } from '../lib/gateway-error.js';

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
      message: `The router ${JSON.stringify(routerName)} has no model left that this project may call. Set its tiers to models that its policy allows, or change the policy (Chinese models, zero retention).`,
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
  constructor({ publicId, model, useInstead }: ResponsesOnlyModelId) {
    const there =
      model === undefined
        ? 'no price is known for it. Use'
        : 'is called there: POST /api/v1/route/responses. On chat completions, use';
    super({
      code: 'responses_api_only',
      param: PARAM,
      message: `\`${publicId}\` runs only on the Responses API, and ${there} \`${useInstead}\` instead.`,
    });
  }
}

/** Something in a Responses request that provider B alone understands, and another one's model. */
export class OtherProviderError extends InvalidRequestError {
  constructor(modelId: string, field: string) {
    super({
      code: 'unsupported_parameter',
      param: field,
      message: `\`${field}\` is understood by the models of provider B alone, and \`${modelId}\` is none of them. Name one of those, or \`auto\`, or leave it out.`,
    });
  }
}

export class UnknownModelError extends InvalidRequestError {
  constructor(modelId: string, useInstead: string | undefined, { a, b }: IdPrefixes) {
    const wayOut =
      useInstead === undefined
        ? `Write ${a}/…, ${b}/…, <org>/<model> or auto.`
        : `Did you mean \`${useInstead}\`?`;
    super({ code: 'unknown_model', param: PARAM, message: `There is no model \`${modelId}\`. ${wayOut}` });
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

export class NoCapableModelError extends InvalidRequestError {
  /** @param field what of the body asks for more than the models give */
  constructor(
    routerName: string,
    { reasons, field }: { readonly reasons: readonly string[]; readonly field: string | undefined },
  ) {
    super({
      code: 'no_capable_model',
      param: field ?? PARAM,
      message: `No model of the router ${JSON.stringify(routerName)} can serve this request${field === undefined ? '' : ` with its \`${field}\``}: ${reasons.join(' ')} Change the request, or the tiers of the router.`,
    });
  }
}
