import findMyWay, { type HTTPMethod } from 'find-my-way';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { toOriginForm } from './origin-form.js';

/** What is known of the routes of one service: Fastify does not say which other methods a path takes. */
interface RouteTable {
  readonly router: findMyWay.Instance<findMyWay.HTTPVersion.V1>;
  readonly methods: Set<HTTPMethod>;
}

const tables = new WeakMap<object, RouteTable>();

/** Notes every route that is added from here on, in a router of the kind and with the options that Fastify's own has. */
export function noteRoutes(fastify: FastifyInstance, { maxParamLength }: { maxParamLength: number }): void {
  const router = findMyWay({ maxParamLength });
  const methods = new Set<HTTPMethod>();
  tables.set(fastify.server, { router, methods });
  fastify.addHook('onRoute', ({ method, url }) => {
    for (const name of [method].flat() as HTTPMethod[]) {
      methods.add(name);
      if (!router.hasRoute(name, url)) router.on(name, url, () => undefined);
    }
  });
}

/** The methods that the path of a request takes, in the order of the alphabet; none: there is nothing at the path. */
export function allowedMethods(request: FastifyRequest): string[] {
  const table = tables.get(request.server.server);
  if (table === undefined) return [];
  const path = toOriginForm(request.url).split('?', 1)[0] ?? '';
  return [...table.methods].filter((method) => table.router.find(method, path) !== null).sort();
}
