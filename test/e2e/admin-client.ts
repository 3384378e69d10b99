import supertest from 'supertest';
import { ADMIN_TOKEN } from '../support/start-application.js';

export interface AdminAnswer {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: ReturnType<typeof JSON.parse>;
}

type Body = object | string;

/** A caller of the management API with one token. Paths are those behind `/api/v1/admin`. */
export class AdminClient {
  constructor(
    private readonly url: string,
    readonly bearer: string = ADMIN_TOKEN,
    private readonly headers: Readonly<Record<string, string>> = {},
  ) {}

  withToken(token: string): AdminClient {
    return new AdminClient(this.url, token);
  }

  withHeaders(headers: Readonly<Record<string, string>>): AdminClient {
    return new AdminClient(this.url, this.bearer, { ...this.headers, ...headers });
  }

  get(path: string): Promise<AdminAnswer> {
    return this.send('get', path);
  }

  /** Text goes as it is, so that a test can send what `JSON.stringify` would not. */
  post(path: string, body?: Body): Promise<AdminAnswer> {
    return this.send('post', path, body);
  }

  patch(path: string, body?: Body): Promise<AdminAnswer> {
    return this.send('patch', path, body);
  }

  put(path: string, body?: Body): Promise<AdminAnswer> {
    return this.send('put', path, body);
  }

  delete(path: string): Promise<AdminAnswer> {
    return this.send('delete', path);
  }

  /** An organization with a name of its own. @returns its id */
  async createOrganization(name = 'Acme'): Promise<string> {
    return idOf(await this.post('/organizations', { name }));
  }

  /** @returns the id of a new project */
  async createProject(organizationId: string, name = 'Bot'): Promise<string> {
    return idOf(await this.post(`/organizations/${organizationId}/projects`, { name }));
  }

  /** An organization's own admin token. */
  async createToken(organizationId: string): Promise<{ id: string; token: string }> {
    const { body } = await this.post(`/organizations/${organizationId}/admin-tokens`, { name: 'ci' });
    return body as { id: string; token: string };
  }

  private async send(
    method: 'get' | 'post' | 'put' | 'patch' | 'delete',
    path: string,
    body?: Body,
  ): Promise<AdminAnswer> {
    const request = supertest(this.url)
      [method](`/api/v1/admin${path}`)
      .set('authorization', `Bearer ${this.bearer}`)
      .set(this.headers);
    if (body !== undefined) void request.set('content-type', 'application/json');
    const answer = await (body === undefined
      ? request
      : request.send(typeof body === 'string' ? body : JSON.stringify(body)));
    return { status: answer.status, headers: answer.headers, body: answer.body as unknown };
  }
}

function idOf({ status, body }: AdminAnswer): string {
  if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return (body as { id: string }).id;
}
