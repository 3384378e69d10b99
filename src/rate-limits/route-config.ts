/** What the edge must know of an inference route before its body is read. */
export interface RouteConfig {
  readonly capBytes: number;
  /** Which of a key's buckets a request takes from; none: unlimited. */
  readonly limit?: 'inference' | 'decisions' | 'traces' | 'batch_submissions' | 'batch_polls';
}

const ROUTE_CONFIG = Symbol('ROUTE_CONFIG');

/** A plain member and no metadata: each request asks for it, and metadata are looked for in two maps and the prototypes. */
interface Configured {
  [ROUTE_CONFIG]?: RouteConfig;
}

/** What a route says of itself to whatever stands before its handler. */
export function ConfigureRoute(config: RouteConfig): MethodDecorator {
  return (_target, _name, descriptor) => {
    (descriptor.value as Configured)[ROUTE_CONFIG] = config;
  };
}

/** @throws Error when the route was declared without `@InferenceRoute`: a fault of ours that the first request shows. */
export function readRouteConfig(handler: object): RouteConfig {
  const config = (handler as Configured)[ROUTE_CONFIG];
  if (config === undefined) throw new Error('an inference route has no route config');
  return config;
}

export function hasRouteConfig(handler: object): boolean {
  return ROUTE_CONFIG in handler;
}
