import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { atOnce } from '../../src/lib/steps.js';
import { inputAsItems } from '../../src/responses/store/items/input-as-items.js';
import { ResponseStore } from '../../src/responses/store/response-store.service.js';
import type { KeptContext, WantedContext } from '../../src/responses/store/writing/response-to-keep.js';
import { scanTopLevel } from '../../src/wire/json-bytes/scan-top-level.js';
import { seedTenant, type Tenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { AdminClient } from './admin-client.js';

const DAY_MS = 86_400_000;

let service: TestApplication;
let store: ResponseStore;
let tenant: Tenant;
let count = 0;

beforeAll(async () => {
  service = await startTestApplication();
  store = service.app.get(ResponseStore, { strict: false });
});
afterAll(() => service.stop());
beforeEach(async () => {
  tenant = await seedTenant(service.dataSource);
});

interface Turn {
  readonly input?: unknown;
  readonly output?: readonly object[];
  readonly previous?: string;
  readonly createdAt?: Date;
  readonly of?: Tenant;
  readonly id?: string;
}

const text = (id: string, words: string): object => ({
  id,
  type: 'message',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text: words, annotations: [] }],
});
const reasoning = (id: string): object => ({
  id,
  type: 'reasoning',
  summary: [],
  encrypted_content: `sealed ${id}`,
});

/** Keeps a response as the live surface does. @returns its id */
async function keep({
  input = 'Hello',
  output,
  previous,
  createdAt = new Date(),
  of = tenant,
  id,
}: Turn = {}) {
  count += 1;
  const responseId = id ?? `resp_${count}`;
  await store.keep({
    id: responseId,
    projectId: of.projectId,
    organizationId: of.organizationId,
    callId: `call_${count}`,
    previousId: previous,
    model: 'vendorb/gpt-6.1-terra',
    createdAt,
    input: atOnce(inputAsItems(scanTopLevel(Buffer.from(JSON.stringify({ input }))))),
    response: Buffer.from(
      JSON.stringify({
        id: responseId,
        object: 'response',
        status: 'completed',
        output: output ?? [text(`msg_${count}`, `Answer ${count}`)],
        usage: { cost: 0.25 },
      }),
    ),
  });
  return responseId;
}

const wanted = (previousResponseId?: string, ...items: WantedContext['items']): WantedContext => ({
  previousResponseId,
  items,
});
const reference = (id: string, index = 0) => ({ id, index, kind: 'reference' as const });
const bare = (id: string, index = 0) => ({ id, index, kind: 'bare-reasoning' as const });
const chainOf = ({ chain }: KeptContext): unknown[] => chain.map((json) => JSON.parse(json.toString()));

async function get(path: string, { as = tenant, base = '/api/v1/openai', method = 'GET' } = {}) {
  const response = await fetch(`${service.url}${base}/responses/${path}`, {
    method,
    headers: { authorization: `Bearer ${as.apiKey}` },
  });
  const written = await response.text();
  return { status: response.status, headers: response.headers, written, body: JSON.parse(written) };
}

describe('a kept response', () => {
  it.each(['/api/v1/openai', '/api/v1/route'])('is read back under %s as it was answered', async (base) => {
    const id = await keep({
      output: [text('msg_a', 'Hi'), { id: 'fc_1', type: 'function_call', arguments: '{"n":1.00}' }],
    });
    const { status, body, headers } = await get(id, { base });
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-ratelimit-limit-requests')).toBe('300');
    expect(body).toEqual({
      id,
      object: 'response',
      status: 'completed',
      output: [text('msg_a', 'Hi'), { id: 'fc_1', type: 'function_call', arguments: '{"n":1.00}' }],
      usage: { cost: 0.25 },
    });
  });

  it('shows the encrypted content of its reasoning when that is asked for', async () => {
    const id = await keep({ output: [reasoning('rs_1'), text('msg_1', 'Hi')] });
    expect((await get(id)).body.output[0]).toEqual({ id: 'rs_1', type: 'reasoning', summary: [] });
    for (const query of ['include[]=reasoning.encrypted_content', 'include=reasoning.encrypted_content'])
      expect((await get(`${id}?${query}`)).body.output[0]).toEqual(reasoning('rs_1'));
  });

  it('is deleted once, with what refers to it', async () => {
    const id = await keep({ output: [text('msg_gone', 'Hi')] });
    expect(await get(id, { method: 'DELETE' })).toMatchObject({
      status: 200,
      body: { id, object: 'response', deleted: true },
    });
    for (const method of ['GET', 'DELETE']) expect((await get(id, { method })).status).toBe(404);
    expect((await get(`${id}/input_items`)).status).toBe(404);
    await expect(store.resolve(tenant.projectId, wanted(id))).rejects.toMatchObject({ status: 404 });
    await expect(
      store.resolve(tenant.projectId, wanted(undefined, reference('msg_gone'))),
    ).rejects.toMatchObject({
      status: 400,
    });
  });

  it('is as unknown to another project as one that never was', async () => {
    const other = await seedTenant(service.dataSource);
    const id = await keep({ output: [text('msg_mine', 'Hi')] });
    const refusals = [];
    for (const path of [id, 'resp_never'])
      for (const method of ['GET', 'DELETE']) refusals.push(await get(path, { as: other, method }));
    for (const { status, written } of refusals) {
      expect(status).toBe(404);
      expect(written.replaceAll(id, 'resp_never')).toBe(refusals[2]?.written);
    }
    expect(refusals[0]?.body.error).toMatchObject({ code: 'response_not_found', param: 'response_id' });
    await expect(store.resolve(other.projectId, wanted(id))).rejects.toMatchObject({
      status: 404,
      code: 'previous_response_not_found',
      param: 'previous_response_id',
    });
    await expect(
      store.resolve(other.projectId, wanted(undefined, reference('msg_mine', 2))),
    ).rejects.toMatchObject({
      status: 400,
      param: 'input[2].id',
    });
    expect((await get(id)).status).toBe(200);
  });

  it.each(['%00', 'a%20b', 'x'.repeat(300), '%F0%9F%98%80'])('is none of the id %s', async (id) => {
    expect((await get(id)).status).toBe(404);
  });

  it('may have the id of one of another project', async () => {
    const other = await seedTenant(service.dataSource);
    await keep({ id: 'resp_same', output: [text('msg_same', 'mine')] });
    await keep({ id: 'resp_same', output: [text('msg_same', 'theirs')], of: other });
    expect((await get('resp_same')).body.output).toEqual([text('msg_same', 'mine')]);
    expect((await get('resp_same', { as: other })).body.output).toEqual([text('msg_same', 'theirs')]);
  });

  it('lies in the database under seal', async () => {
    await keep({ input: 'my secret question', output: [text('msg_s', 'my secret answer')] });
    const rows: Record<string, unknown>[] = await service.dataSource.query(
      'SELECT * FROM stored_responses WHERE project_id = $1',
      [tenant.projectId],
    );
    const all = rows
      .flatMap((row) => Object.values(row))
      .map((value) => (Buffer.isBuffer(value) ? value.toString('latin1') : String(value)));
    expect(all.length).toBeGreaterThan(10);
    for (const value of all) expect(value).not.toContain('secret');
  });

  it.each(['stream=true', 'starting_after=4'])('is not streamed again (%s)', async (query) => {
    const id = await keep();
    expect(await get(`${id}?${query}`)).toMatchObject({
      status: 400,
      body: { error: { param: query.split('=')[0], code: 'unsupported_parameter' } },
    });
    expect((await get(`${id}?stream=false`)).status).toBe(200);
  });

  it.each(['include[]=bogus', 'include=reasoning.encrypted_content&include=x'])(
    'holds no %s',
    async (query) => {
      for (const path of ['resp_any', 'resp_any/input_items'])
        expect(await get(`${path}?${query}`)).toMatchObject({
          status: 400,
          body: { error: { param: 'include' } },
        });
    },
  );

  it('asks for a key', async () => {
    const id = await keep();
    const response = await fetch(`${service.url}/api/v1/openai/responses/${id}`);
    expect(response.status).toBe(401);
  });
});

describe('input items', () => {
  it('are shown newest first, each with an id, texts as parts', async () => {
    const id = await keep({
      input: [
        { role: 'system', content: 'Be kind' },
        { id: 'msg_own', type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Hi' }] },
        { role: 'assistant', content: 'Hello' },
        { type: 'function_call_output', call_id: 'call_1', output: 'sunny' },
      ],
    });
    const { body } = await get(`${id}/input_items`);
    expect(body).toEqual({
      object: 'list',
      data: [
        {
          id: expect.stringMatching(/^fco_/),
          type: 'function_call_output',
          call_id: 'call_1',
          output: 'sunny',
        },
        {
          id: expect.stringMatching(/^msg_/),
          type: 'message',
          role: 'assistant',
          content: [{ type: 'output_text', text: 'Hello', annotations: [] }],
        },
        { id: 'msg_own', type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Hi' }] },
        {
          id: expect.stringMatching(/^msg_/),
          type: 'message',
          role: 'system',
          content: [{ type: 'input_text', text: 'Be kind' }],
        },
      ],
      first_id: body.data[0].id,
      last_id: body.data[3].id,
      has_more: false,
    });
    expect((await get(`${id}/input_items`)).body).toEqual(body);
  });

  it('of a text are one user message', async () => {
    const id = await keep({ input: 'Hi "you"' });
    expect((await get(`${id}/input_items`, { base: '/api/v1/route' })).body.data).toEqual([
      {
        id: expect.stringMatching(/^msg_/),
        type: 'message',
        role: 'user',
        content: [{ type: 'input_text', text: 'Hi "you"' }],
      },
    ]);
  });

  it('come in pages in both orders', async () => {
    const input = Array.from({ length: 45 }, (_, index) => ({
      id: `msg_p${index}`,
      role: 'user',
      content: 'x',
    }));
    const id = await keep({ input });
    const ids = async (query: string) => (await get(`${id}/input_items?${query}`)).body;
    const first = await ids('');
    expect([first.data.length, first.first_id, first.last_id, first.has_more]).toEqual([
      20,
      'msg_p44',
      'msg_p25',
      true,
    ]);
    const last = await ids('after=msg_p25&limit=25');
    expect([last.data.length, last.first_id, last.last_id, last.has_more]).toEqual([
      25,
      'msg_p24',
      'msg_p0',
      false,
    ]);
    const ascending = await ids('order=asc&limit=1&after=msg_p7');
    expect([ascending.data[0].id, ascending.has_more]).toEqual(['msg_p8', true]);
    expect(await ids('after=msg_p0')).toEqual({
      object: 'list',
      data: [],
      first_id: null,
      last_id: null,
      has_more: false,
    });
  });

  it.each([
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['limit=x', 'limit'],
    ['limit=1&limit=2', 'limit'],
    ['order=newest', 'order'],
    ['after=msg_other', 'after'],
    ['after=a&after=b', 'after'],
  ])('refuses %s', async (query, param) => {
    const id = await keep();
    expect(await get(`${id}/input_items?${query}`)).toMatchObject({
      status: 400,
      body: { error: { param } },
    });
  });

  it('are whole where the request only referred to them', async () => {
    await keep({ output: [reasoning('rs_w'), text('msg_w', 'Hi')] });
    const id = await keep({
      input: [
        { type: 'item_reference', id: 'rs_w' },
        { type: 'reasoning', id: 'rs_w', summary: [] },
        { id: 'msg_w' },
        { id: 'msg_unknown' },
      ],
    });
    const { body } = await get(`${id}/input_items?order=asc&include[]=reasoning.encrypted_content`);
    expect(body.data).toEqual([
      reasoning('rs_w'),
      reasoning('rs_w'),
      text('msg_w', 'Hi'),
      { id: 'msg_unknown', type: 'item_reference' },
    ]);
  });
});

describe('a chain', () => {
  it('is the inputs and outputs of all turns, oldest first, as they came', async () => {
    const first = await keep({ input: 'One', output: [reasoning('rs_1'), text('msg_o1', 'Uno')] });
    const second = await keep({
      input: [{ role: 'user', content: 'Two' }],
      output: [text('msg_o2', 'Dos')],
      previous: first,
    });
    const third = await keep({ input: 'Three', output: [text('msg_o3', 'Tres')], previous: second });
    expect(chainOf(await store.resolve(tenant.projectId, wanted(third)))).toEqual([
      { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'One' }] },
      reasoning('rs_1'),
      text('msg_o1', 'Uno'),
      { role: 'user', content: 'Two' },
      text('msg_o2', 'Dos'),
      { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Three' }] },
      text('msg_o3', 'Tres'),
    ]);
    const branch = await keep({ input: 'Other', output: [], previous: first });
    expect(chainOf(await store.resolve(tenant.projectId, wanted(branch)))).toHaveLength(4);
  });

  it('reaches over days', async () => {
    const first = await keep({ createdAt: new Date(Date.now() - 12 * DAY_MS) });
    const second = await keep({ createdAt: new Date(Date.now() - 3 * DAY_MS), previous: first });
    const third = await keep({ previous: second });
    expect(chainOf(await store.resolve(tenant.projectId, wanted(third)))).toHaveLength(6);
  });

  it('continues in a process that has not seen it', async () => {
    const first = await keep();
    const replica = await startTestApplication({ database: service.database, provider: service.provider });
    try {
      const ownStore = store;
      store = replica.app.get(ResponseStore, { strict: false });
      const second = await keep({ previous: first });
      store = ownStore;
      expect(chainOf(await store.resolve(tenant.projectId, wanted(second)))).toHaveLength(4);
    } finally {
      await replica.stop();
    }
  });

  it('holds whole what its inputs only referred to', async () => {
    await keep({ output: [reasoning('rs_r'), text('msg_r', 'Hi')] });
    const id = await keep({
      input: [
        { type: 'item_reference', id: 'rs_r' },
        { type: 'item_reference', id: 'msg_r' },
        { type: 'reasoning', id: 'rs_r', summary: [] },
        { type: 'reasoning', id: 'rs_unknown', summary: [] },
      ],
      output: [],
    });
    expect(chainOf(await store.resolve(tenant.projectId, wanted(id)))).toEqual([
      reasoning('rs_r'),
      text('msg_r', 'Hi'),
      reasoning('rs_r'),
      { type: 'reasoning', id: 'rs_unknown', summary: [] },
    ]);
  });

  it('that lost a response is not gone on from as if that had not been', async () => {
    const first = await keep({ output: [text('msg_first', 'Hi')] });
    const second = await keep({ previous: first });
    const third = await keep({ input: [{ id: 'msg_first' }], previous: second });
    await get(first, { method: 'DELETE' });
    for (const id of [second, third])
      await expect(store.resolve(tenant.projectId, wanted(id))).rejects.toMatchObject({
        status: 404,
        code: 'previous_response_not_found',
        message: expect.stringContaining(first),
      });
    expect((await get(third)).status).toBe(200);
  });

  describe('that is long', () => {
    const words = 'word '.repeat(8_000);
    const spoil = (id: string): Promise<unknown> =>
      service.dataSource.query(
        `UPDATE stored_responses SET input = 'spoilt', output = 'spoilt' WHERE project_id = $1 AND id = $2`,
        [tenant.projectId, id],
      );

    async function readLately(): Promise<{ ids: string[]; chain: unknown[] }> {
      const ids = [await keep({ input: words })];
      for (let turn = 1; turn < 4; turn += 1) ids.push(await keep({ input: words, previous: ids.at(-1) }));
      return { ids, chain: chainOf(await store.resolve(tenant.projectId, wanted(ids.at(-1)))) };
    }

    it('is not read again by a process that read it lately, but for what is new', async () => {
      const { ids, chain } = await readLately();
      for (const id of ids) await spoil(id);
      expect(chainOf(await store.resolve(tenant.projectId, wanted(ids.at(-1))))).toEqual(chain);
      const next = await keep({ input: 'And then?', previous: ids.at(-1) });
      const gone = chainOf(await store.resolve(tenant.projectId, wanted(next)));
      expect(gone.slice(0, -2)).toEqual(chain);
      expect(JSON.stringify(gone.at(-2))).toContain('And then?');
    });

    it('is asked for each time, so that what was deleted elsewhere is gone', async () => {
      const { ids } = await readLately();
      await service.dataSource.query('DELETE FROM stored_responses WHERE project_id = $1 AND id = $2', [
        tenant.projectId,
        ids[1],
      ]);
      await expect(store.resolve(tenant.projectId, wanted(ids.at(-1)))).rejects.toMatchObject({
        status: 404,
        code: 'previous_response_not_found',
      });
      await expect(store.resolve(tenant.projectId, wanted(ids[0]))).resolves.toBeDefined();
    });

    it('is read where another response stands in the place of one that was in memory', async () => {
      const { ids } = await readLately();
      const other = await keep({ input: 'Something else' });
      await service.dataSource.query(
        'UPDATE stored_responses SET previous_id = $3 WHERE project_id = $1 AND id = $2',
        [tenant.projectId, ids[1], other],
      );
      const chain = chainOf(await store.resolve(tenant.projectId, wanted(ids.at(-1))));
      expect(JSON.stringify(chain[0])).toContain('Something else');
    });
  });

  it('may not be larger than a body', async () => {
    let previous: string | undefined;
    for (let turn = 0; turn < 4; turn += 1)
      previous = await keep({
        input: 'x'.repeat(6 * 1_048_576),
        ...(previous !== undefined && { previous }),
      });
    await expect(store.resolve(tenant.projectId, wanted(previous))).rejects.toMatchObject({
      status: 413,
      code: 'request_too_large',
      param: 'previous_response_id',
    });
  });

  it.each(['', 'a b', '\0', 'x'.repeat(500)])('is none of the id %j', async (id) => {
    await expect(store.resolve(tenant.projectId, wanted(id))).rejects.toMatchObject({
      status: 404,
      param: 'previous_response_id',
    });
  });
});

describe('items of earlier responses', () => {
  it('are found by their ids, of outputs and of inputs', async () => {
    const id = await keep({
      input: [
        { id: 'msg_in', role: 'user', content: 'Hi' },
        { role: 'user', content: 'More' },
      ],
      output: [reasoning('rs_out')],
    });
    const given = (await get(`${id}/input_items`)).body.data[0].id as string;
    const { items, chain } = await store.resolve(
      tenant.projectId,
      wanted(undefined, reference('msg_in'), bare('rs_out', 1), reference(given, 2), bare('rs_other', 3)),
    );
    expect(chain).toEqual([]);
    expect([...items].map(([key, json]) => [key, JSON.parse(json.toString())])).toEqual([
      ['msg_in', { id: 'msg_in', role: 'user', content: 'Hi' }],
      ['rs_out', reasoning('rs_out')],
      [given, { role: 'user', content: 'More' }],
    ]);
  });

  it('stay whole when a bare copy comes back in a later input', async () => {
    await keep({ output: [reasoning('rs_k'), text('msg_k', 'whole')] });
    for (const createdAt of [new Date(), new Date(Date.now() + DAY_MS), new Date(Date.now() - DAY_MS)])
      await keep({
        input: [
          { type: 'reasoning', id: 'rs_k', summary: [] },
          { type: 'reasoning', id: 'rs_k', summary: [], encrypted_content: 'forged' },
          { id: 'msg_k', role: 'assistant', content: 'bare' },
        ],
        createdAt,
      });
    const { items } = await store.resolve(
      tenant.projectId,
      wanted(undefined, bare('rs_k'), reference('msg_k', 1)),
    );
    expect(JSON.parse(items.get('rs_k')?.toString() ?? '')).toEqual(reasoning('rs_k'));
    expect(JSON.parse(items.get('msg_k')?.toString() ?? '')).toEqual(text('msg_k', 'whole'));
  });

  it('that are not kept are named by their place', async () => {
    await expect(
      store.resolve(tenant.projectId, wanted(undefined, bare('rs_none', 1), reference('msg_none', 3))),
    ).rejects.toMatchObject({ status: 400, code: 'item_not_found', param: 'input[3].id' });
    await expect(
      store.resolve(tenant.projectId, wanted(undefined, reference('\0', 7))),
    ).rejects.toMatchObject({
      status: 400,
      param: 'input[7].id',
    });
  });

  it('cost no question when there are none', async () => {
    expect(await store.resolve('prj_none', wanted())).toEqual({ chain: [], items: new Map(), made: [] });
  });
});

describe('large and many', () => {
  it('comes back byte for byte', async () => {
    const words = 'Größe 😀 "quoted" '.repeat(200_000);
    const id = await keep({ input: words, output: [text('msg_large', words)] });
    const chain = chainOf(await store.resolve(tenant.projectId, wanted(id)));
    for (const item of chain)
      expect((item as { content: { text: string }[] }).content[0]?.text === words).toBe(true);
    expect((await get(id)).body.output[0].content[0].text === words).toBe(true);
  });

  it('is kept together when much comes at once', async () => {
    const ids = await Promise.all(Array.from({ length: 50 }, () => keep()));
    for (const id of ids) expect((await get(id)).status).toBe(200);
  });

  it('is kept once when it is kept twice', async () => {
    await Promise.all([keep({ id: 'resp_twice' }), keep({ id: 'resp_twice' })]);
    const [row] = await service.dataSource.query(
      "SELECT count(*)::int AS count FROM stored_responses WHERE id = 'resp_twice' AND project_id = $1",
      [tenant.projectId],
    );
    expect(row.count).toBe(1);
  });
});

describe('what cannot be kept', () => {
  it.each([
    ['no JSON', '{'],
    ['no output', '{"id":"resp_x"}'],
  ])('is unknown later, and its answer was not held up: %s', async (_, response) => {
    await store.keep({
      id: 'resp_broken',
      projectId: tenant.projectId,
      organizationId: tenant.organizationId,
      callId: 'call_broken',
      previousId: undefined,
      model: 'm',
      createdAt: new Date(),
      input: [],
      response: Buffer.from(response),
    });
    expect((await get('resp_broken')).status).toBe(404);
  });
});

describe('the sweep', () => {
  const sweep = () => new AdminClient(service.url).post('/maintenance/sweep');
  const rowsOf = async (projectId: string): Promise<number> => {
    const [row] = await service.dataSource.query(
      `SELECT (SELECT count(*) FROM stored_responses WHERE project_id = $1)
            + (SELECT count(*) FROM stored_response_items WHERE project_id = $1) AS rows`,
      [projectId],
    );
    return Number(row.rows);
  };

  it('drops days that are past the retention and keeps the others', async () => {
    const old = await keep({ createdAt: new Date(Date.now() - 32 * DAY_MS), output: [text('msg_old', 'x')] });
    const young = await keep({ createdAt: new Date(Date.now() - 29 * DAY_MS) });
    const going = await keep({ previous: old });
    const reports = await Promise.all([sweep(), sweep()]);
    for (const { status } of reports) expect(status).toBe(200);
    expect((await get(old)).status).toBe(404);
    expect((await get(young)).status).toBe(200);
    await expect(
      store.resolve(tenant.projectId, wanted(undefined, reference('msg_old'))),
    ).rejects.toMatchObject({ status: 400 });
    await expect(store.resolve(tenant.projectId, wanted(going))).rejects.toMatchObject({ status: 404 });
    // Its partition is gone, and comes back for who still writes that day.
    const late = await keep({ createdAt: new Date(Date.now() - 32 * DAY_MS) });
    expect((await get(late)).status).toBe(200);
  });

  it('deletes what deleted projects and organizations with zero retention have left', async () => {
    const deleted = await seedTenant(service.dataSource);
    const retained = await seedTenant(service.dataSource, { zeroRetention: true });
    for (const of of [deleted, retained, tenant]) await keep({ of });
    await new AdminClient(service.url).delete(`/projects/${deleted.projectId}`);
    expect((await sweep()).status).toBe(200);
    expect(await rowsOf(deleted.projectId)).toBe(0);
    expect(await rowsOf(retained.projectId)).toBe(0);
    expect(await rowsOf(tenant.projectId)).toBeGreaterThan(1);
  });
});
