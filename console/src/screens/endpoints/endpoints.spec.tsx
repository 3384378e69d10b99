import { describe, expect, it } from 'vitest';
import { ApiError } from '../../api/api-error.js';
import { endpointsPath, type Endpoint } from '../../api/endpoints.js';
import { pagesQuery } from '../../api/use-pages.js';
import { pagesOf, renderScreen } from '../../testing/render-screen.js';
import EndpointsScreen from './index.js';

const endpoint = (index: number, changes: Partial<Endpoint> = {}): Endpoint => ({
  id: `end_${index}`,
  project_id: 'prj_1',
  model: `llama3:${index}b`,
  base_url: 'https://models.example.com/v1',
  upstream_model: null,
  has_api_key: false,
  headers: [],
  created_at: '2026-11-29T12:00:00.000Z',
  ...changes,
});

const draw = (value?: unknown): string =>
  renderScreen(<EndpointsScreen projectId="prj_1" organizationId="org_1" rowId={undefined} />, {
    path: '/p/prj_1/endpoints',
    seeds: value === undefined ? [] : [[pagesQuery<Endpoint>(endpointsPath('prj_1')).queryKey, value]],
  });

describe('the screen of the endpoints', () => {
  it('says that it loads, what fills an empty list, and an error in the words of the API', () => {
    expect(draw()).toContain('Loading');
    expect(draw(pagesOf([]))).toMatch(/No endpoints.*Register it here/s);
    const failed = new ApiError({ status: 404, code: 'not_found', message: 'No such project.' });
    expect(draw(failed)).toMatch(/role="alert".*No such project\./s);
  });

  it('says whether a key is stored, and what the server calls the model', () => {
    const html = draw(pagesOf([endpoint(1, { has_api_key: true, upstream_model: 'llama3' }), endpoint(8)]));
    expect(html).toContain('<table aria-label="Endpoints"');
    expect(html.match(/>(Stored|None)</g)).toEqual(['>Stored<', '>None<']);
    expect(html).toContain('llama3</bdi>');
  });

  it('names the headers that are sent', () => {
    expect(draw(pagesOf([endpoint(1, { headers: ['api-key', 'x-team'] })]))).toContain('api-key, x-team');
  });

  it('shows what was written as text', () => {
    expect(draw(pagesOf([endpoint(1, { upstream_model: '<img src=x onerror=alert(1)>' })]))).not.toContain(
      '<img',
    );
  });
});
