import type { Endpoint, EndpointChange, EndpointFields } from '../../api/endpoints.js';

/** What stands in the form. */
export interface TypedEndpoint {
  readonly model: string;
  readonly baseUrl: string;
  readonly upstreamModel: string;
  readonly apiKey: string;
  readonly sendsNoKey: boolean;
}

/** A new endpoint; what is empty is left out. */
export function fieldsOf({ model, baseUrl, upstreamModel, apiKey }: TypedEndpoint): EndpointFields {
  return {
    model: model.trim(),
    base_url: baseUrl.trim(),
    ...(upstreamModel.trim() !== '' && { upstream_model: upstreamModel.trim() }),
    ...(apiKey !== '' && { api_key: apiKey }),
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
  };
}
