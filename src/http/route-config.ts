import 'reflect-metadata';

/** What the edge must know of an inference route before its body is read. */
export interface RouteConfig {
  readonly capBytes: number;
  /** Which of a key's buckets a request takes from; none: unlimited. */
  readonly limit?: 'inference' | 'decisions' | 'traces' | 'batch_submissions' | 'batch_polls';
}

const ROUTE_CONFIG = Symbol('ROUTE_CONFIG');

export function setRouteConfig(handler: object, config: RouteConfig): void {
  Reflect.defineMetadata(ROUTE_CONFIG, config, handler);
}

/** @throws Error when the route was declared without `@InferenceRoute`: a fault of ours that the first request shows. */
export function readRouteConfig(handler: object): RouteConfig {
  const config = Reflect.getMetadata(ROUTE_CONFIG, handler) as RouteConfig | undefined;
  if (config === undefined) throw new Error('an inference route has no route config');
  return config;
}

export function hasRouteConfig(handler: object): boolean {
  return Reflect.hasMetadata(ROUTE_CONFIG, handler);
}
