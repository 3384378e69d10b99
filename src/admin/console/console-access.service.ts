import { hostname, networkInterfaces } from 'node:os';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { ConsoleSessions } from '../../auth/console/console-sessions.service.js';
import { SETTINGS } from '../../config/config.module.js';
import type { Settings } from '../../config/settings.js';
import { GatewayError } from '../../lib/gateway-error.js';
import type { AdminScope } from '../admin-scope.js';
import { isOwnHost } from './is-own-host.js';
import { readSessionCookie } from './session-cookie.js';

class CrossSiteError extends GatewayError {
  constructor() {
    super({
      status: 403,
      code: 'cross_site',
      message:
        'A console session opens only what pages of this origin ask for, with `Sec-Fetch-Site: same-origin` and `x-console: 1`. Send an admin token instead.',
    });
  }
}

class ForeignHostError extends GatewayError {
  constructor() {
    super({
      status: 403,
      code: 'foreign_host',
      message:
        'A console session counts only under an address or name of this machine, or that of PUBLIC_BASE_URL, which `Host` is not.',
    });
  }
}

/** What a browser's session opens, and from where. */
@Injectable()
export class ConsoleAccess {
  constructor(
    private readonly sessions: ConsoleSessions,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** The secret of the session that a request carries. @throws CrossSiteError, ForeignHostError (403) */
  secretOf({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
    const secret = this.settings.console ? readSessionCookie(headers.cookie) : undefined;
    if (secret === undefined) return undefined;
    this.refuseForeignHost(headers.host);
    if (headers['sec-fetch-site'] !== 'same-origin' || headers['x-console'] !== '1')
      throw new CrossSiteError();
    return secret;
  }

  /** @throws CrossSiteError, ForeignHostError (403), DatabaseUnavailableError (503) */
  async scopeOf(request: Pick<FastifyRequest, 'headers'>): Promise<AdminScope | undefined> {
    const secret = this.secretOf(request);
    const owner = secret === undefined ? undefined : await this.sessions.find(secret);
    if (owner === undefined) return undefined;
    const { token } = owner;
    if (token === undefined) return { kind: 'operator' };
    const { id, name, organizationId } = token;
    return { kind: 'organization', organizationId, token: { id, name } };
  }

  /**
   * Nobody signs another one's browser in, and none where its session would open nothing: that would use a link up.
   * @throws CrossSiteError, ForeignHostError (403)
   */
  refuseOtherSites({ headers }: Pick<FastifyRequest, 'headers'>): void {
    const site = headers['sec-fetch-site'];
    if (site === undefined) return;
    if (site !== 'same-origin') throw new CrossSiteError();
    this.refuseForeignHost(headers.host);
  }

  private refuseForeignHost(host: string | undefined): void {
    const { publicBaseUrl } = this.settings;
    if (!isOwnHost(host, { publicBaseUrl, names: namesOfMachine })) throw new ForeignHostError();
  }
}

function* namesOfMachine(): Iterable<string> {
  yield hostname();
  for (const addresses of Object.values(networkInterfaces()))
    for (const { address } of addresses ?? []) yield address;
}
