import type { Endpoint, EndpointChange, EndpointFields } from '../../api/endpoints.js';

/** What stands in the form. */
export interface TypedEndpoint {
  readonly model: string;
  readonly baseUrl: string;
  readonly upstreamModel: string;
  readonly apiKey: string;
  readonly sendsNoKey: boolean;
  /** A line each: `name: value`. */
  readonly headers: string;
  readonly sendsNoHeaders: boolean;
}

/** A new endpoint; what is empty is left out. */
export function fieldsOf({ model, baseUrl, upstreamModel, apiKey, headers }: TypedEndpoint): EndpointFields {
  return {
    model: model.trim(),
    base_url: baseUrl.trim(),
    ...(upstreamModel.trim() !== '' && { upstream_model: upstreamModel.trim() }),
    ...(apiKey !== '' && { api_key: apiKey }),
    ...(headers.trim() !== '' && { headers: readHeaders(headers) }),
  };
}

/** Only what differs from the endpoint as it is. */
export function changeOf(endpoint: Endpoint, typed: TypedEndpoint): EndpointChange {
  const upstream = typed.upstreamModel.trim() === '' ? null : typed.upstreamModel.trim();
  return {
    ...(typed.model.trim() !== endpoint.model && { model: typed.model.trim() }),
    ...(typed.baseUrl.trim() !== endpoint.base_url && { base_url: typed.baseUrl.trim() }),
    ...(upstream !== endpoint.upstream_model && { upstream_model: upstream }),
    ...(typed.sendsNoKey ? { api_key: null } : typed.apiKey !== '' && { api_key: typed.apiKey }),
    ...(typed.sendsNoHeaders
      ? { headers: {} }
      : typed.headers.trim() !== '' && { headers: readHeaders(typed.headers) }),
  };
}

/** What is wrong with a line is for the API to say: one without a colon is a name without a value. */
function readHeaders(lines: string): Record<string, string> {
  const written = lines
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return Object.fromEntries(
    written.map((line) => {
      const colon = line.indexOf(':');
      return colon < 0 ? [line, ''] : [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
    }),
  );
}
