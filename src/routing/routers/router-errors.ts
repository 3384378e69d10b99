import { GatewayError, InvalidRequestError } from '../../lib/gateway-error.js';

/** One field of a request and what is wrong with it, the way out included. */
export interface FieldFault {
  readonly field: string;
  readonly message: string;
}

/** 400 that lists every field of a router that cannot be saved. */
export class InvalidRouterError extends InvalidRequestError {
  constructor(faults: readonly FieldFault[]) {
    super({ code: 'invalid_router', ...toErrorMembers(faults) });
  }
}

/** 403: Chinese labs' models cannot be saved into a router while the project's toggle is off (spec, toggles). */
export class RouterModelsForbiddenError extends GatewayError {
  constructor(faults: readonly FieldFault[]) {
    super({ status: 403, code: 'chinese_models_off', ...toErrorMembers(faults) });
  }
}

export class TooManyRoutersError extends InvalidRequestError {
  constructor(limit: number) {
    super({
      code: 'too_many_routers',
      message: `A project may have ${limit} routers of its own; delete one first.`,
    });
  }
}

/** 409: a project has one router an anchor. */
export class RouterExistsError extends GatewayError {
  constructor({ anchorModel, routerId }: { anchorModel: string; routerId: string }) {
    super({
      status: 409,
      code: 'router_exists',
      param: 'anchor_model',
      message: `The router ${routerId} of this project is anchored on \`${anchorModel}\` already. Change or delete it.`,
      extra: { router_id: routerId },
    });
  }
}

/** 412: somebody changed the router since the caller read it. */
export class RouterChangedError extends GatewayError {
  constructor({ routerId, tag }: { routerId: string; tag: string }) {
    super({
      status: 412,
      code: 'router_changed',
      param: 'If-Match',
      message: `The router ${routerId} was changed since it was read. Read it again, and send its \`ETag\` as \`If-Match\`.`,
      headers: { etag: tag },
      extra: { etag: tag },
    });
  }
}

/** The router, its version, or the project it was to be in is not there, perhaps since a moment ago. */
export class RouterGoneError extends GatewayError {
  constructor(what: 'router' | 'version' | 'project', id: string) {
    super({ status: 404, code: 'not_found', message: `There is no ${what} ${JSON.stringify(id)}.` });
  }
}

function toErrorMembers(faults: readonly FieldFault[]) {
  return {
    param: faults[0]?.field,
    message: faults.map(({ message }) => message).join(' '),
    extra: { details: faults },
  };
}
